import type { AssetCard } from '@dailies/contract/board.ts'
import { useEffect, useState } from 'react'
import type { Board } from '../../takes/board.ts'

/** So many are loaded ahead of where one is. */
const ahead = 40
/** Among so many that take is looked for of which the address tells. */
const mostSought = 2000

interface At {
  id: string | undefined
  place: number
  /** What the list went by. */
  view: object | undefined
}

/** Which take one is at: it stays that one while others come and go, and where it goes itself, the one in its place is next. */
export function useGoingThrough(
  board: Board | undefined,
  want: (count: number) => void,
  given: string | undefined,
) {
  const [first] = useState(given)
  const [at, setAt] = useState<At>({ id: first, place: 0, view: undefined })
  const cards = board?.cards ?? []
  const found = cards.findIndex(({ id }) => id === at.id)
  // The address names one that is not loaded yet: it is looked for.
  const isSought =
    board !== undefined &&
    first !== undefined &&
    at.id === first &&
    found < 0 &&
    board.nextCursor !== null &&
    cards.length < mostSought
  const place = found >= 0 ? found : Math.max(0, Math.min(at.place, cards.length - 1))
  const wanted = isSought ? cards.length + 100 : place + ahead
  const isThere = board !== undefined
  useEffect(() => {
    if (isThere) want(wanted)
  }, [isThere, want, wanted])

  /** Whether it is in the list. */
  const goTo = (id: string): boolean => {
    const to = cards.findIndex((card) => card.id === id)
    if (to >= 0) setAt({ ...at, id, place: to })
    return to >= 0
  }
  /** Whether there was one. */
  const go = (step: 1 | -1): AssetCard | undefined => {
    const next = cards[place + step]
    if (next) setAt({ ...at, id: next.id, place: place + step })
    return next
  }
  // What is found is where one is; a list that goes by something else begins with its first.
  if (found >= 0 && found !== at.place) setAt({ ...at, place: found })
  else if (board && board.view !== at.view) setAt({ ...at, place: Math.max(0, found), view: board.view })
  return { card: isSought ? undefined : cards[place], place, cards, goTo, go }
}
