import type { IdentifiedEvent } from '@dailies/contract/event.ts'
import type { Database, Transaction } from '../db/database.ts'
import { firstIdOf, timeOfId } from '../db/id.ts'
import { type Owner, reaches } from '../production/ownership.ts'
import {
  findFeed,
  listEventsAfter,
  listEventsWithoutPosition,
  lockFeed,
  setFeed,
  setPosition,
} from './event-queries.ts'

/** Test events: no place in any feed. */
export const outsideTheFeed = -1

/**
 * An event that has no place yet was made within this of the last one that has: PostgreSQL ends what takes a minute,
 * and the rest is for nodes whose clocks differ.
 */
const longestTransaction = 60 * 60 * 1000

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
  const floor = (await db.first(findFeed, { userId }))?.floor ?? ''
  return (await db.first(listEventsWithoutPosition, { userId, floor, limit: 1 })) !== undefined
}

async function givePositions(transaction: Transaction, userId: string, count: number): Promise<void> {
  const feed = await transaction.first(lockFeed, { userId })
  if (!feed) return
  let { position, floor } = feed
  for (const { id } of await transaction.all(listEventsWithoutPosition, { userId, floor, limit: count })) {
    position += 1
    await transaction.run(setPosition, { userId, id, position })
    floor = firstIdOf(timeOfId(id) - longestTransaction)
  }
  await transaction.run(setFeed, { userId, position, floor: floor > feed.floor ? floor : feed.floor })
}
