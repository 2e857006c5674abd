import { isComposing } from '@dailies/ui/composing.ts'
import { Link, useRouter, useRouterState } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { useKeys } from '../ui/keys.ts'

const boxId = 'search-all-films'

/** The key that leads to the search, wherever one is: `/`, which a field of the screen itself has first. */
export function useSearchKey(): void {
  const router = useRouter()
  const goTo = (field: HTMLInputElement | undefined) => {
    if (!field) return void router.navigate({ to: '/search' })
    field.focus()
    field.select()
  }
  useKeys({ '/': () => goTo(fieldOfScreen() ?? fieldOfSidebar()) }, { everyScreen: true })
}

function fieldOfScreen(): HTMLInputElement | undefined {
  return document.querySelector<HTMLInputElement>('#content [aria-keyshortcuts~="/"]') ?? undefined
}

/** Undefined where there is no room for it. */
function fieldOfSidebar(): HTMLInputElement | undefined {
  const field = document.getElementById(boxId)
  return field instanceof HTMLInputElement && field.checkVisibility() ? field : undefined
}

const look =
  'h-10 w-full rounded-lg border border-strong-line bg-raised pl-9 pr-3 text-sm placeholder:text-muted'

/** Looks for takes in all films. On the screen of the search, which has a field of its own, it begins another one. */
export function SidebarSearch() {
  const router = useRouter()
  const isThere = useRouterState({ select: ({ location }) => location.pathname === '/search' })
  const [text, setText] = useState('')
  return (
    <search aria-label="All films" className="relative mb-3 block">
      <Search size={16} className="pointer-events-none absolute top-3 left-3 text-muted" aria-hidden />
      {isThere ? (
        <Link
          to="/search"
          search={{}}
          onClick={focusScreen}
          className={`${look} flex items-center text-muted`}
        >
          Search all films
        </Link>
      ) : (
        <input
          id={boxId}
          type="search"
          aria-label="Search all films"
          aria-keyshortcuts="/"
          placeholder="Search all films"
          title="/"
          autoComplete="off"
          maxLength={500}
          value={text}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={(event) => {
            if (isComposing(event)) return
            if (event.key === 'Enter') {
              void router.navigate({ to: '/search', search: { q: text.trim() || undefined } })
              setText('')
            } else if (event.key === 'Escape' && text !== '') setText('')
            else if (event.key === 'Escape') event.currentTarget.blur()
            else return
            event.preventDefault()
          }}
          className={look}
        />
      )}
    </search>
  )
}

function focusScreen(): void {
  requestAnimationFrame(() => fieldOfScreen()?.focus())
}
