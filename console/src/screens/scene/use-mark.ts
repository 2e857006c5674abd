import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Laid } from '../../takes/open-stacks.ts'
import { takeElementId } from './addresses.ts'
import { reveal } from './places-on-grid.ts'
import type { Grid } from './use-grid.ts'

interface MarkSettings {
  board: Laid
  places: Map<string, number>
  at: string | undefined
  grid: Grid | undefined
  feed: RefObject<HTMLDivElement | null>
  want: (count: number) => void
  onMark: (id: string) => void
}

/** The marked card: the one that Tab comes to. The arrows move it; it gets the focus as soon as it is there. */
export function useMark({
  board: { cards, nextCursor },
  places,
  at,
  grid,
  feed,
  want,
  onMark,
}: MarkSettings) {
  const [marked, setMarked] = useState(at)
  const lastPlace = useRef(0)
  /** Where the focus is to go: a place, or the card of an address. */
  const target = useRef<number | string | undefined>(at)
  const focused = useRef(false)
  const hiddenWithFocus = useRef(false)
  const known = marked === undefined ? undefined : places.get(marked)
  // The next one takes the place of one that left the board.
  const markedPlace = known ?? Math.max(0, Math.min(lastPlace.current, cards.length - 1))

  const mark = (id: string) => {
    focused.current = true
    if (id === marked) return
    setMarked(id)
    onMark(id)
  }
  const aim = (place: number) => {
    target.current = place
    if (grid) reveal(place, grid)
    const card = cards[place]
    if (card) {
      mark(card.id)
      // Marked already, it is not drawn anew, and gets the focus at once.
      if (card.id === marked) document.getElementById(takeElementId(card.id))?.focus({ preventScroll: true })
    } else {
      // Until it is loaded the keyboard stays on the board.
      feed.current?.focus({ preventScroll: true })
      want(place + 1)
    }
  }

  // While another screen is on its way this one is hidden, and loses the focus; one may come back before that is there.
  useLayoutEffect(() => {
    if (hiddenWithFocus.current) target.current = lastPlace.current
    return () => {
      hiddenWithFocus.current = focused.current
    }
  }, [])

  useLayoutEffect(() => {
    lastPlace.current = markedPlace
    if (target.current !== undefined && grid) {
      const place = typeof target.current === 'string' ? places.get(target.current) : target.current
      if (place === undefined) {
        if (nextCursor === null) target.current = undefined
        else want(cards.length + 1)
        return
      }
      const card = cards[place]
      if (!card) return
      const element = document.getElementById(takeElementId(card.id))
      if (typeof target.current === 'string' || !element) reveal(place, grid)
      if (!element) {
        if (card.id !== marked) setMarked(card.id)
        return
      }
      target.current = undefined
      element.focus({ preventScroll: true })
    } else if (focused.current && document.activeElement === document.body) {
      // The one that had the focus left the board.
      const card = cards[markedPlace]
      if (card) document.getElementById(takeElementId(card.id))?.focus({ preventScroll: true })
    }
  })

  useEffect(() => {
    const element = feed.current
    const leave = ({ relatedTarget, target: left }: FocusEvent) => {
      if (element?.contains(relatedTarget as Node | null)) return
      // One that is taken away leaves no focus behind; whether it was, shows once that is done.
      queueMicrotask(() => {
        const isElsewhere = !element?.contains(document.activeElement)
        if (isElsewhere && (left as HTMLElement).isConnected) focused.current = false
      })
    }
    // Whoever goes elsewhere does not want to be taken to the card of the address any more.
    const goElsewhere = () => {
      if (typeof target.current === 'string') target.current = undefined
    }
    const ways = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const
    element?.addEventListener('focusout', leave)
    for (const way of ways) window.addEventListener(way, goElsewhere, { passive: true })
    return () => {
      element?.removeEventListener('focusout', leave)
      for (const way of ways) window.removeEventListener(way, goElsewhere)
    }
  }, [feed])

  return { mark, markedPlace, aim }
}
