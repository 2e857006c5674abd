import type { BoardOrder } from '@dailies/contract/board.ts'
import type { Connection } from '../db/database.ts'
import { timeOfId } from '../db/id.ts'
import { by } from '../order.ts'
import type { Step } from '../shares.ts'
import { type BoardQuestion, board, type CardRow, findSortKeys, listCards } from './board-queries.ts'

interface Search extends BoardQuestion {
  q: string
  sort: BoardOrder
  cursor: string | undefined
  limit: number
}

interface Place {
  id: string
  createdAt: string
  amount: number
}

/**
 * The first of the scene's versions that answer and have a text in their title or prompt, behind the cursor if there is one;
 * and without one how many there are. It looks through the scene a step at a time, so that however much text there is
 * nobody else waits for it.
 */
export async function searchScene(
  db: Connection,
  step: Step,
  { sort, cursor, ...search }: Search,
): Promise<{ rows: CardRow[]; total: number | null }> {
  const { slice, direction, amount } = board[sort]
  const isByTime = amount === undefined
  const inOrder = direction === 'desc' ? (one: Place, other: Place) => -compare(one, other) : compare
  const behind = cursor === undefined ? undefined : await placeOf(db, search.sceneDbId, sort, cursor)
  const found: Place[] = []
  let place = direction === 'desc' ? { createdAt: '~', id: '~' } : { createdAt: '', id: '' }
  if (behind && isByTime) place = behind
  for (;;) {
    const versions = await step((limit) => db.all(slice, { ...search, ...place, limit }))
    found.push(...versions.filter((one) => one.answers === 1 && (!behind || inOrder(behind, one) < 0)))
    const last = versions.at(-1)
    if (!last || (behind && isByTime && found.length >= search.limit)) break
    place = last
  }
  const ids = found
    .sort(inOrder)
    .slice(0, search.limit)
    .map(({ id }) => id)
  const cards = await db.all(listCards, { ids: JSON.stringify(ids) })
  const byId = new Map(cards.map((card) => [card.id, card]))
  return { rows: ids.flatMap((id) => byId.get(id) ?? []), total: behind ? null : found.length }
}

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
