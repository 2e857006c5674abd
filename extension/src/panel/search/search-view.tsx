import { Button, buttonLook } from '@dailies/ui/button.tsx'
import { isComposing } from '@dailies/ui/composing.ts'
import { Empty, LoadingRows } from '@dailies/ui/states.tsx'
import { ExternalLink, Search as SearchSign, SearchX } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { DailiesError } from '../../../../sdk/src/dailies.ts'
import { text } from '../../texts.ts'
import { useService } from '../service.tsx'
import { Failed } from '../ui/states.tsx'
import { ViewHeading } from '../ui/view-heading.tsx'
import { FoundTake } from './found-take.tsx'
import { useSearch } from './use-search.ts'

/** Characters of a search. */
const longest = 500

/** Takes of all films that the user may see, by what is said in and of them. */
export function SearchView() {
  const { hrefOf } = useService()
  const [typed, setTyped] = useState('')
  const { answer, isLooking, more, again } = useSearch(typed)
  const view = useRef<HTMLElement>(null)
  const hits = answer?.hits ?? []
  const isNothing = answer !== undefined && !answer.error && hits.length === 0 && answer.next === null
  return (
    <section ref={view} aria-labelledby="view" className="flex flex-col gap-3">
      <ViewHeading>{text('panelSearchTitle')}</ViewHeading>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: what is in it has the focus */}
      <div className="flex flex-col gap-3" onKeyDown={(event) => goThrough(event, view.current)}>
        <div className="relative">
          <SearchSign
            size={16}
            className="pointer-events-none absolute top-3 left-3 text-muted"
            aria-hidden
          />
          <input
            // biome-ignore lint/a11y/noAutofocus: whoever comes here writes at once
            autoFocus
            type="search"
            aria-label={text('panelSearchField')}
            aria-describedby="search-hint"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={longest}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            className="h-10 w-full rounded-lg border border-strong-line bg-raised pr-2 pl-9"
          />
        </div>
        <p id="search-hint" className={answer || isLooking ? 'sr-only' : 'text-sm text-muted'}>
          {text('panelSearchHint')}
        </p>
        <p role="status" className="sr-only">
          {isLooking
            ? text('panelSearchLooking')
            : answer && !answer.error
              ? text(isNothing ? 'panelSearchNone' : 'panelSearchCount', hits.length)
              : ''}
        </p>
        {answer?.error !== undefined && <NotFound error={answer.error} onRetry={again} />}
        {isLooking && !answer && <LoadingRows rows={4} className="h-19" />}
        {isNothing && (
          <Empty small icon={SearchX} title={text('panelSearchNone')}>
            {text('panelSearchNoneHint')}
          </Empty>
        )}
        {hits.length > 0 && (
          <ul
            aria-label={text('panelSearchFound')}
            aria-busy={isLooking}
            className={`flex flex-col gap-2 ${isLooking ? 'opacity-60' : ''}`}
          >
            {hits.map((hit) => (
              <FoundTake key={hit.id} hit={hit} />
            ))}
          </ul>
        )}
        {answer && (
          <div className="flex flex-wrap gap-2">
            {answer.next !== null && !answer.error && (
              <Button size="small" disabled={isLooking} onClick={more}>
                {text('panelSearchMore')}
              </Button>
            )}
            <a
              href={hrefOf(`/search?${new URLSearchParams({ q: answer.q })}`)}
              target="_blank"
              rel="noreferrer"
              className={buttonLook('quiet', 'small')}
            >
              {text('panelSearchConsole')}
              <ExternalLink size={14} aria-hidden />
              <span className="sr-only">{text('panelNewTab')}</span>
            </a>
          </div>
        )}
      </div>
    </section>
  )
}

function NotFound({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const said = whatToChange(error)
  if (said === undefined) return <Failed error={error} onRetry={onRetry} />
  return (
    <p role="alert" className="rounded-xl bg-danger-soft px-3 py-2 text-sm text-danger">
      {said}
    </p>
  )
}

/** Where asking the same once more does not help: what somebody has to change first. */
function whatToChange(error: unknown): string | undefined {
  if (!(error instanceof DailiesError)) return undefined
  return error.status === 403 ? text('panelSearchForbidden') : error.fieldErrors.q?.join(' ')
}

/** The arrows go from the field to what was found, and on; Enter in the field opens the first. */
function goThrough(event: KeyboardEvent, view: HTMLElement | null): void {
  const { key, target, ctrlKey, metaKey, altKey, shiftKey } = event
  if (isComposing(event) || ctrlKey || metaKey || altKey || shiftKey || !view) return
  const field = view.querySelector('input')
  const links = [...view.querySelectorAll<HTMLElement>('[data-found]')]
  if (key === 'Enter' && target === field) {
    // What is shown may be of the text before.
    if (view.querySelector('ul[aria-busy="false"]')) links[0]?.click()
  } else if (key === 'ArrowDown' || key === 'ArrowUp') {
    const at = links.findIndex((link) => link.closest('li')?.contains(target as Node))
    const next = at + (key === 'ArrowDown' ? 1 : -1)
    if (at < 0 && key === 'ArrowUp') return
    if (next < 0) field?.focus()
    else links[Math.min(next, links.length - 1)]?.focus()
  } else return
  event.preventDefault()
}
