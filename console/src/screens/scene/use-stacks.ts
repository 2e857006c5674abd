import type { AssetCard } from '@dailies/contract/board.ts'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { query } from '../../api/queries.ts'
import { type Board, stackOf } from '../../takes/board.ts'
import { type Laid, useLaid } from '../../takes/open-stacks.ts'
import type { TrayItem } from '../../takes/tray.ts'

interface Settings {
  /** Asks for so many faces. */
  want: (count: number) => void
  /** Id of the card of the address, where they are stacked. */
  at: string | undefined
  /** It was in a stack, which is open now. */
  onFound: (id: string) => void
}

/** Which stacks are open, and what lies on the board by that. */
export function useStacks(
  sceneDbId: string,
  board: Board | undefined,
  { want: wantFaces, at, onFound }: Settings,
) {
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set())
  const { laid, error, again } = useLaid(sceneDbId, board, open)
  const facesUntil = laid?.facesUntil
  const want = useCallback(
    (count: number) => wantFaces(facesUntil?.(count) ?? count),
    [wantFaces, facesUntil],
  )
  const toggle = (shotId: string) =>
    setOpen((now) =>
      now.has(shotId) ? new Set([...now].filter((one) => one !== shotId)) : new Set([...now, shotId]),
    )
  useStackAt(board, at, (shotId, id) => {
    setOpen((now) => new Set([...now, shotId]))
    onFound(id)
  })
  return { open, toggle, laid, want, error, again }
}

/** Finds the stack, once, that the take of the address lies in: whoever comes back from a take of an open one finds it open. */
function useStackAt(
  board: Board | undefined,
  at: string | undefined,
  found: (shotId: string, id: string) => void,
): void {
  const [sought, setSought] = useState(at)
  const isInside = sought !== undefined && board && !board.cards.some(({ id }) => id === sought)
  const { data, isFetched } = useQuery({
    ...query('readAsset', { params: { id: sought ?? '' } }),
    enabled: isInside === true,
  })
  useEffect(() => {
    if (sought === undefined || !board || (isInside && !isFetched)) return
    setSought(undefined)
    if (isInside && data?.data.shotId) found(data.data.shotId, sought)
  })
}

/** As many places as there are takes, until the first of them are there. */
export function unloaded(total: number): Laid {
  return {
    cards: [],
    nextCursor: null,
    waiting: [],
    total: Math.max(total, 1),
    inside: new Set(),
    facesUntil: (place) => place,
  }
}

/** Those that are loaded. */
export function laidCards(laid: Laid | undefined): AssetCard[] {
  return laid?.cards.flatMap((card) => card ?? []) ?? []
}

/** How many takes lie in closed stacks of which the face is chosen, and are not chosen with it. */
export function foldedBy(tray: TrayItem[], board: Board | undefined, open: ReadonlySet<string>): number {
  if (!board?.view.stacked) return 0
  const ids = new Set(tray.map(({ id }) => id))
  const chosen = new Map<string, number>()
  for (const { shotId } of tray) if (shotId) chosen.set(shotId, (chosen.get(shotId) ?? 0) + 1)
  return board.cards
    .filter((card) => ids.has(card.id) && !open.has(stackOf(card)))
    .reduce((sum, card) => {
      const known = chosen.get(stackOf(card)) ?? 1
      return sum + Math.max(0, (card.stackCount ?? 1) - known)
    }, 0)
}
