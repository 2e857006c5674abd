import type { IdentifiedEvent } from '@dailies/contract/event.ts'
import type { Database, Transaction } from '../db/database.ts'
import { type Owner, reaches } from '../production/ownership.ts'
import {
  listEventsAfter,
  listEventsWithoutPosition,
  lockFeed,
  setFeed,
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
  owner: Owner,
  { since, limit }: { since: number; limit: number },
): Promise<{ events: IdentifiedEvent[]; next: number; hasMore: boolean }> {
  const { userId } = owner
  // One more than asked for, to know whether there is more.
  const page = { userId, position: since, limit: limit + 1 }
  // Before it reads: what another reader is giving a place to would be missing in the page, and then new no more.
  if (await hasNewEvents(db, userId)) {
    await db.transaction((transaction) => givePositions(transaction, userId, page.limit))
  }
  const found = await db.all(listEventsAfter, page)
  const shown = found.slice(0, limit)
  return {
    events: shown
      .filter(({ projectId }) => projectId !== null && reaches(owner, projectId))
      .map(({ id, event, timestamp, data }) => ({ id, event, timestamp, data: JSON.parse(data) })),
    next: shown.at(-1)?.position ?? since,
    hasMore: found.length > limit,
  }
}

async function hasNewEvents(db: Database, userId: string): Promise<boolean> {
  return (await db.first(listEventsWithoutPosition, { userId, limit: 1 })) !== undefined
}

async function givePositions(transaction: Transaction, userId: string, count: number): Promise<void> {
  const feed = await transaction.first(lockFeed, { userId })
  if (!feed) return
  let { position } = feed
  for (const { id } of await transaction.all(listEventsWithoutPosition, { userId, limit: count })) {
    position += 1
    await transaction.run(setPosition, { userId, id, position })
  }
  await transaction.run(setFeed, { userId, position })
}
