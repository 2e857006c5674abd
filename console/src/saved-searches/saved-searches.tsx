import { Button } from '@dailies/ui/button.tsx'
import { Empty, LoadingRows } from '@dailies/ui/states.tsx'
import { Bookmark, BookmarkPlus, Pin } from 'lucide-react'
import { useRef, useState } from 'react'
import { Dialog } from '../ui/dialog.tsx'
import { Failed } from '../ui/states.tsx'
import { useKeyboardStays } from '../ui/use-keyboard-stays.ts'
import { SaveSearch } from './lazy-name-search.ts'
import { useNewCounts, useSavedSearches } from './saved.ts'
import { NewCount, SavedLink } from './saved-link.tsx'
import { SavedMenu } from './saved-menu.tsx'
import { usePinWords } from './use-pin-words.ts'

/** On the screen of the search: keeps what is looked for, and has what was kept. `q` is empty where nothing is looked for. */
export function SavedSearches({ q }: { q: string }) {
  const [isSaving, setSaving] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const { all } = useSavedSearches()
  const saved = all.find((one) => one.q.trim() === q.trim())
  if (q.trim() === '') return <SavedList title="Saved searches" />
  return (
    <div className="flex flex-wrap items-center gap-2">
      {saved ? (
        <span className="flex min-w-0 items-center gap-1 text-sm text-muted">
          <Bookmark size={16} className="shrink-0" aria-hidden />
          <span className="min-w-0 truncate">
            Saved as <bdi className="font-medium text-ink">{saved.name}</bdi>
          </span>
          <SavedMenu search={saved} />
        </span>
      ) : (
        <Button size="small" icon={BookmarkPlus} aria-haspopup="dialog" onClick={() => setSaving(true)}>
          Save this search
        </Button>
      )}
      <Button size="small" look="quiet" icon={Bookmark} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Saved searches
      </Button>
      {isSaving && <SaveSearch q={q.trim()} onClose={() => setSaving(false)} />}
      <Dialog open={isOpen} onClose={() => setOpen(false)} title="Saved searches">
        <SavedList onOpen={() => setOpen(false)} />
      </Dialog>
    </div>
  )
}

/** All that one sees, by name. */
function SavedList({ title, onOpen }: { title?: string; onOpen?: () => void }) {
  const { list, all } = useSavedSearches()
  const words = usePinWords()
  const part = useRef<HTMLElement>(null)
  const keyboard = useKeyboardStays(part, {
    ids: all.map(({ id }) => id),
    instead: () =>
      part.current?.closest('[data-window]')?.querySelector('button') ??
      document.querySelector<HTMLElement>('main input[type="search"]'),
  })
  const counts = useNewCounts({ enabled: all.some(({ pin }) => pin !== null) })
  return (
    <section ref={part} aria-label="All saved searches" className="flex flex-col gap-2">
      {title && <h2 className="font-semibold">{title}</h2>}
      {list.isPending ? (
        <LoadingRows rows={2} />
      ) : list.isError && all.length === 0 ? (
        <Failed error={list.error} onRetry={() => void list.refetch()} />
      ) : all.length === 0 ? (
        <Empty icon={Bookmark} title="No search is saved yet">
          Look for something, and press Save this search: {words.kept}.
        </Empty>
      ) : (
        <ul className="flex flex-col gap-1">
          {all.map((search) => (
            <li
              key={search.id}
              className="flex items-center gap-1 rounded-lg border border-line bg-surface pr-1 hover:border-strong-line"
            >
              <SavedLink
                search={search}
                className="flex min-h-11 min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-0.5 rounded-lg px-3 py-1.5"
                {...(onOpen && { onOpen })}
              >
                <span className="flex min-w-0 items-center gap-2 font-medium">
                  {search.pin !== null && (
                    <Pin size={14} className="shrink-0 text-muted" aria-label="Pinned" />
                  )}
                  <bdi className="min-w-0 truncate">{search.name}</bdi>
                  <NewCount count={counts.get(search.id) ?? 0} />
                </span>
                <bdi className="min-w-0 flex-1 truncate font-mono text-sm text-muted">{search.q}</bdi>
                <span className="max-w-full truncate text-sm text-muted">
                  {search.project ? search.project.name : 'Only you'}
                </span>
              </SavedLink>
              <SavedMenu search={search} keyboard={keyboard} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
