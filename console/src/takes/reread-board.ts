import type { BoardCard } from '@dailies/contract/board.ts'
import { type Board, type BoardView, placeOf, readPage, stackOf } from './board.ts'

/** New takes that are read to find again, behind them, what one looks at. */
const mostNew = 1000

/** The takes of a board as they are by now, as far as they were loaded. */
export type Reread = Pick<Board, 'cards' | 'nextCursor' | 'total' | 'until'> & { takes: number }

/**
 * Reads a board again of which more changed than is told one by one. Undefined where so much is new that nothing of what is there would
 * be found again.
 */
export async function rereadBoard(
  sceneDbId: string,
  view: BoardView,
  before: readonly BoardCard[],
  signal: AbortSignal,
): Promise<Reread | undefined> {
  const keyOf = view.stacked ? stackOf : ({ id }: BoardCard) => id
  const known = new Set(before.map(keyOf))
  const countNew = () => cards.filter((card) => !known.has(keyOf(card))).length
  const { data, metadata } = await readPage(sceneDbId, view, { signal })
  const cards = [...data]
  let { nextCursor } = metadata
  while (nextCursor !== null && cards.length < before.length + countNew()) {
    if (countNew() > mostNew) return undefined
    const page = await readPage(sceneDbId, view, { cursor: nextCursor, signal })
    cards.push(...page.data)
    nextCursor = page.metadata.nextCursor
  }
  const { total, takes, until } = metadata
  return { cards, nextCursor, total: total ?? cards.length, takes: takes ?? cards.length, until }
}

/**
 * The board with its takes as they are by now: what is there still stays in its place, and new ones that would come before the card
 * `held` wait.
 */
export function withReread(
  board: Board,
  { cards: now, nextCursor, total, until }: Reread,
  held: number,
): { board: Board; arrived: string[] } {
  const { view } = board
  const fresh = new Map(now.map((card) => [card.id, card]))
  const before = new Set(board.cards.map(({ id }) => id))
  const seen = board.cards.slice(0, held).filter(({ id }) => fresh.has(id)).length
  const cards = board.cards.flatMap(({ id }) => fresh.get(id) ?? [])
  const waiting: BoardCard[] = []
  const arrived: string[] = []
  for (const card of now) {
    if (before.has(card.id)) continue
    const at = placeOf(card, cards, view)
    if (at < seen) waiting.push(card)
    else {
      cards.splice(at, 0, card)
      arrived.push(card.id)
    }
  }
  return {
    board: { ...board, cards, nextCursor, total: total - waiting.length, until, waiting },
    arrived,
  }
}
