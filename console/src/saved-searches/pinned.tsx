import { useRef } from 'react'
import { useKeyboardStays } from '../ui/use-keyboard-stays.ts'
import { useNewCounts, usePinned } from './saved.ts'
import { NewCount, SavedLink } from './saved-link.tsx'
import { SavedMenu } from './saved-menu.tsx'

/** The saved searches that one has pinned, with how many takes are new in each. */
export function Pinned() {
  const pinned = usePinned()
  const counts = useNewCounts({ enabled: pinned.length > 0 })
  const part = useRef<HTMLUListElement>(null)
  const keyboard = useKeyboardStays(part, {
    ids: pinned.map(({ id }) => id),
    instead: () => document.getElementById('content'),
  })
  if (pinned.length === 0) return null
  return (
    <section aria-labelledby="pinned-searches" className="mt-4">
      <h2 id="pinned-searches" className="px-3 pb-1 text-xs font-semibold text-muted">
        Saved searches
      </h2>
      <ul ref={part} className="flex flex-col gap-0.5">
        {pinned.map((search) => (
          <li key={search.id} className="group flex items-center gap-1">
            <SavedLink
              search={search}
              className="flex min-w-0 flex-1 items-center gap-2 rounded-lg px-3 py-1.5 text-muted hover:bg-sunken hover:text-ink"
              activeClassName="bg-sunken !text-ink font-medium"
            >
              <span className="min-w-0 flex-1 truncate" dir="auto" title={search.name}>
                {search.name}
              </span>
              <NewCount count={counts.get(search.id) ?? 0} />
            </SavedLink>
            <SavedMenu search={search} small keyboard={keyboard} />
          </li>
        ))}
      </ul>
    </section>
  )
}
