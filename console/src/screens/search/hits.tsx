import type { SearchHit } from '@dailies/contract/search.ts'
import { type RefObject, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'
import { columnsOf } from './columns.ts'
import { HitCard, hitElementId } from './hit-card.tsx'
import { type Move, useHitKeys } from './use-hit-keys.ts'

export interface HitsHandle {
  /** The keyboard goes to the card that it was on, or to the first. */
  enter: () => void
  /** Whether the keyboard was on one of these cards. */
  wasIn: () => boolean
}

interface HitsProps {
  hits: readonly SearchHit[]
  /** There are no more than these. */
  isAll: boolean
  busy: boolean
  /** Id of the card that the keyboard comes to at first. */
  at: string | undefined
  onOpen: (id: string) => void
  handle: RefObject<HitsHandle | null>
}

/** What was found, to go through by the arrows. */
export function Hits({ hits, isAll, busy, at, onOpen, handle }: HitsProps) {
  const feed = useRef<HTMLDivElement>(null)
  const [marked, setMarked] = useState(at)
  const markedPlace = Math.max(
    0,
    hits.findIndex(({ id }) => id === marked),
  )

  const goTo = (place: number) => {
    const id = hits[place]?.id
    if (id !== undefined) focusCard(id)
  }
  useImperativeHandle(handle, () => ({
    enter: () => goTo(markedPlace),
    wasIn: () => hits.some(({ id }) => id === marked),
  }))
  useHitKeys({
    move: (to) =>
      goTo(to === 'in' ? markedPlace : placeAfter(to, markedPlace, hits.length, columnsOf(feed.current))),
    open: () => {
      const id = hits[markedPlace]?.id
      if (id !== undefined) onOpen(id)
    },
  })
  // Whoever comes back goes on where they were.
  const first = useRef(at)
  useLayoutEffect(() => {
    if (first.current === undefined || !hits.some(({ id }) => id === first.current)) return
    focusCard(first.current)
    first.current = undefined
  }, [hits])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the links in it have the keys
    <div
      ref={feed}
      role="feed"
      aria-label="Takes that were found"
      aria-busy={busy}
      className={`grid gap-3 transition-opacity sm:grid-cols-[repeat(auto-fill,minmax(14.5rem,1fr))] sm:gap-4 ${busy ? 'opacity-60' : ''}`}
      onFocus={({ target }) => {
        const id = target.closest<HTMLElement>('[data-hit]')?.dataset.hit
        if (id !== undefined) setMarked(id)
      }}
      onClick={(event) => {
        const link = (event.target as Element).closest('[data-open]')
        const id = link?.closest<HTMLElement>('[data-hit]')?.dataset.hit
        // Another tab is the browser's business.
        if (id === undefined || event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        onOpen(id)
      }}
    >
      {hits.map((hit, place) => (
        <HitCard
          key={hit.id}
          hit={hit}
          place={place}
          total={isAll ? hits.length : -1}
          marked={place === markedPlace}
        />
      ))}
    </div>
  )
}

function focusCard(id: string): void {
  const card = document.getElementById(hitElementId(id))
  card?.focus({ preventScroll: true })
  card?.scrollIntoView({ block: 'nearest' })
}

function placeAfter(to: Exclude<Move, 'in'>, place: number, count: number, columns: number): number {
  const steps = {
    left: -1,
    right: 1,
    up: -columns,
    down: columns,
    'page up': -3 * columns,
    'page down': 3 * columns,
  }
  if (to === 'first') return 0
  if (to === 'last') return count - 1
  const next = place + steps[to]
  if (next >= 0 && next < count) return next
  if (to === 'left' || to === 'right') return place
  // In the first and the last row it stays in its column, as far as that goes.
  if (next < 0) return place % columns
  const lastRow = Math.floor((count - 1) / columns)
  return Math.floor(place / columns) === lastRow ? place : count - 1
}
