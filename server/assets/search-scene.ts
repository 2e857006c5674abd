import type { BoardOrder } from '@dailies/contract/board.ts'
import type { Connection } from '../db/database.ts'
import { timeOfId } from '../db/id.ts'
import { by } from '../order.ts'
import type { Step } from '../shares.ts'
import { type BoardQuestion, board, type CardRow, findSortKeys, listCards } from './board-queries.ts'

interface Search extends BoardQuestion {
  q: string
  sort: BoardOrder
  /** One of each shot. */
  isStacked: boolean
  cursor: string | undefined
  limit: number
}

interface Place {
  id: string
  createdAt: string
  amount: number
}

interface Match extends Place {
  shotId: string | null
  selected: number
}

/** A card, of a stack with how many are in it. */
export type StackRow = CardRow & { stackCount?: number }

export interface Found {
  rows: StackRow[]
  /** On a first page. */
  total?: number | null
  /** Of which `total` are shown, where they are stacked. */
  takes?: number | null
}

/**
 * The first of the scene's versions that answer and have a text in their title or prompt, behind the cursor if there is one;
 * and without one how many there are. It looks through the scene a step at a time, so that however much text there is
 * nobody else waits for it.
 */
export async function searchScene(
  db: Connection,
  step: Step,
  { sort, isStacked, cursor, ...search }: Search,
): Promise<Found> {
  const { slice, direction, amount } = board[sort]
  // Of stacks all have to be known: one before the cursor may be the face of what is behind it.
  const isByTime = amount === undefined && !isStacked
  const inOrder = direction === 'desc' ? (one: Place, other: Place) => -compare(one, other) : compare
  const behind = cursor === undefined ? undefined : await placeOf(db, search.sceneDbId, sort, cursor)
  const isBehind = (one: Place) => !behind || inOrder(behind, one) < 0
  const found: Match[] = []
  let place = direction === 'desc' ? { createdAt: '~', id: '~' } : { createdAt: '', id: '' }
  if (behind && isByTime) place = behind
  for (;;) {
    const versions = await step((limit) => db.all(slice, { ...search, ...place, limit }))
    found.push(...versions.filter((one) => one.answers === 1 && (isStacked || isBehind(one))))
    const last = versions.at(-1)
    if (!last || (behind && isByTime && found.length >= search.limit)) break
    place = last
  }
  const stacks = isStacked ? stacksOf(found) : undefined
  const shown = stacks ? stacks.map(({ face }) => face) : found
  const ids = shown
    .filter(isBehind)
    .sort(inOrder)
    .slice(0, search.limit)
    .map(({ id }) => id)
  const cards = await db.all(listCards, { ids: JSON.stringify(ids), userId: search.userId })
  const byId = new Map(cards.map((card) => [card.id, card]))
  const counts = new Map(stacks?.map(({ face, count }) => [face.id, { stackCount: count }]))
  const rows = ids.flatMap((id) => {
    const card = byId.get(id)
    return card ? { ...card, ...counts.get(id) } : []
  })
  return behind ? { rows } : { rows, total: shown.length, takes: found.length }
}

interface Stack {
  face: Match
  count: number
}

/** As the database makes them, of what was found. */
function stacksOf(found: Match[]): Stack[] {
  const stacks = new Map<string, Stack>()
  for (const one of found) {
    const key = one.shotId ?? one.id
    const stack = stacks.get(key)
    if (!stack) stacks.set(key, { face: one, count: 1 })
    else stacks.set(key, { face: byFace(one, stack.face) > 0 ? one : stack.face, count: stack.count + 1 })
  }
  return [...stacks.values()]
}

const byFace = by<Match>(
  ({ selected }) => selected,
  ({ createdAt }) => createdAt,
  ({ id }) => id,
)

const compare = by<Place>(
  ({ amount }) => amount,
  ({ createdAt }) => createdAt,
  ({ id }) => id,
)

/** Of the cursor's version; of one that is gone without a trace, when it was captured. */
async function placeOf(db: Connection, sceneDbId: string, sort: BoardOrder, id: string): Promise<Place> {
  const keys = await db.first(findSortKeys, { id, sceneDbId })
  const { amount } = board[sort]
  if (keys) return { id, createdAt: keys.createdAt, amount: amount ? keys[amount] : 0 }
  return { id, createdAt: new Date(timeOfId(id)).toISOString(), amount: amount ? -1 : 0 }
}
