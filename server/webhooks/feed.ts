import type { IdentifiedEvent } from '@dailies/contract/event.ts'
import type { Database, Transaction } from '../db/database.ts'
import {
  listEventsAfter,
  listEventsWithoutPosition,
  lockFeed,
  setFeedPosition,
  setPosition,
} from './event-queries.ts'

/** Test events: no place in any feed. */
export const outsideTheFeed = -1

/**
 * A page of the user's events, in order. Each gets its place at the first reading after it was committed, one reader
 * at a time: so an event of a slow transaction comes after those that were read already, and is never skipped.
 */
export async function readFeed(
  db: Database,
  { userId, since, limit }: { userId: string; since: number; limit: number },
): Promise<{ events: IdentifiedEvent[]; next: number; hasMore: boolean }> {
  // One more than asked for, to know whether there is more.
  const wanted = limit + 1
  const found = await db.all(listEventsAfter, { userId, position: since, limit: wanted })
  if (found.length < wanted) {
    const missing = await db.first(listEventsWithoutPosition, { userId, limit: 1 })
    if (missing) {
      await db.transaction((transaction) => givePositions(transaction, userId, wanted))
      found.splice(0, wanted, ...(await db.all(listEventsAfter, { userId, position: since, limit: wanted })))
    }
  }
  const shown = found.slice(0, limit)
  return {
    events: shown.map(({ id, event, timestamp, data }) => ({ id, event, timestamp, data: JSON.parse(data) })),
    next: shown.at(-1)?.position ?? since,
    hasMore: found.length > limit,
  }
}

async function givePositions(transaction: Transaction, userId: string, count: number): Promise<void> {
  const last = await transaction.first(lockFeed, { userId })
  let position = last?.position ?? 0
  for (const { id } of await transaction.all(listEventsWithoutPosition, { userId, limit: count })) {
    position += 1
    await transaction.run(setPosition, { id, position })
  }
  await transaction.run(setFeedPosition, { userId, position })
}
