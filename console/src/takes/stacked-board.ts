import type { BoardCard } from '@dailies/contract/board.ts'
import { inFew } from '@dailies/ui/in-few.ts'
import { answersTo, type Board, type BoardView, placeOf, readPage, stackOf } from './board.ts'
import { rereadBoard } from './reread-board.ts'

/** What the stacks of a board are by now, as far as they are loaded. */
export type Fresh = Pick<Board, 'cards' | 'nextCursor' | 'total'> & { takes: number }

/**
 * Reads them anew. Of what was changed or deleted the console knows the stack only where its card is loaded, so that what is in
 * the others it has to ask.
 */
export async function readStacks(
  sceneDbId: string,
  view: BoardView,
  loaded: number,
  signal: AbortSignal,
): Promise<Fresh> {
  const { data, metadata } = await readPage(sceneDbId, view, { signal })
  const cards = [...data]
  let { nextCursor } = metadata
  while (nextCursor !== null && cards.length < loaded) {
    const page = await readPage(sceneDbId, view, { cursor: nextCursor, signal })
    cards.push(...page.data)
    nextCursor = page.metadata.nextCursor
  }
  return { cards, nextCursor, total: metadata.total ?? cards.length, takes: metadata.takes ?? cards.length }
}

interface News {
  changed: BoardCard[]
  deleted: string[]
  /** Index behind the last stack that is seen. */
  held: number
}

/** Requests at once. */
const someAtOnce = inFew(4)

/**
 * What became of stacks that are seen, where more changed than is told one by one: whether the take that is shown of each is still in it
 * has to be asked where another is its face by now.
 */
export async function readSeen(
  sceneDbId: string,
  { stacked: _, ...view }: BoardView,
  { seen, fresh, signal }: { seen: readonly BoardCard[]; fresh: Fresh; signal: AbortSignal },
): Promise<Omit<News, 'held'>> {
  const now = new Map(fresh.cards.map((card) => [stackOf(card), card]))
  const changed: BoardCard[] = []
  const deleted: string[] = []
  const look = async (shown: BoardCard) => {
    const face = now.get(stackOf(shown))
    if (!face) return deleted.push(shown.id)
    if (face.id === shown.id) return
    const stack = await rereadBoard(sceneDbId, { ...view, shotId: stackOf(shown) }, [shown], signal)
    const own = stack?.cards.find(({ id }) => id === shown.id)
    if (own) changed.push(own, face)
    else if (stack) deleted.push(shown.id)
  }
  await Promise.all(seen.map((shown) => someAtOnce(() => look(shown))))
  return { changed, deleted }
}

/**
 * The board with its stacks as they are by now. As on any board nothing moves by itself: a stack stays in its place, and one that is
 * seen keeps its face as long as that is in it, unless another was selected. A face that came meanwhile waits; one that was in the stack
 * already, as where the winner is dropped, is none that anybody waits for.
 */
export function restacked(
  board: Board,
  fresh: Fresh,
  { changed, deleted, held }: News,
): { board: Board; arrived: string[] } {
  const { view } = board
  const now = new Map(fresh.cards.map((card) => [stackOf(card), card]))
  const changedNow = new Map(changed.map((card) => [card.id, card]))
  const gone = new Set(deleted)
  const before = new Set(board.cards.map(stackOf))
  const waiting: BoardCard[] = []
  const arrived: string[] = []
  const isNew = ({ createdAt }: BoardCard) => createdAt >= board.until
  const waited = new Set(board.waiting.map(({ id }) => id))
  // One that was changed came into the stack only where that has grown.
  const waits = (face: BoardCard, shown: BoardCard) =>
    isNew(face) ||
    waited.has(face.id) ||
    (changedNow.has(face.id) && (face.stackCount ?? 1) > (shown.stackCount ?? 1))

  const cards = board.cards.flatMap((shown, place): BoardCard[] => {
    const face = now.get(stackOf(shown))
    const own = changedNow.get(shown.id) ?? shown
    if (!face && gone.has(shown.id)) return []
    // What is changed so that it does not answer any more stays where it is.
    if (!face) return [{ ...own, stackCount: fresh.nextCursor === null ? 1 : (shown.stackCount ?? 1) }]
    if (face.id === shown.id) return [face]
    const isIn = !gone.has(shown.id) && stackOf(own) === stackOf(shown) && answersTo(own, view) !== false
    const isOvertaken = face.selected && !own.selected
    if (isIn && !isOvertaken && place < held) {
      if (waits(face, shown)) waiting.push(face)
      return [{ ...own, ...(face.stackCount && { stackCount: face.stackCount }) }]
    }
    if (isNew(face)) arrived.push(face.id)
    return [face]
  })
  let more = 0
  for (const card of fresh.cards) {
    if (before.has(stackOf(card))) continue
    const at = placeOf(card, cards, view)
    if (at < held) {
      waiting.push(card)
      more += 1
    } else {
      cards.splice(at, 0, card)
      if (isNew(card)) arrived.push(card.id)
    }
  }
  const { nextCursor, takes } = fresh
  const total = nextCursor === null ? cards.length : Math.max(fresh.total - more, cards.length)
  return { board: { ...board, cards, nextCursor, total, takes, waiting }, arrived }
}
