import type { IdentifiedEvent } from '@dailies/contract/event.ts'
import type { Database, Transaction } from '../db/database.ts'
import { placesForOne } from '../db/migrations/0016-events-of-projects.ts'
import { type Actor, reaches } from '../production/membership.ts'
import {
  listEventsAfter,
  listEventsWithoutPosition,
  lockFeed,
  setFeed,
  setPositions,
} from './event-queries.ts'

/** Test events: no place in any feed. */
export const outsideTheFeed = -1

/** Events that get a place in one transaction, and so many times at most for one request. */
const [placedAtOnce, mostRounds] = [500, 20]

/**
 * A page of what happened in the actor's projects, in the one order of all events. Each gets its place at the first reading
 * after it was committed, one reader at a time: so an event of a slow transaction comes after those that were read already,
 * and is never skipped. A place is the same for everybody and for ever: whoever joins a project or leaves it goes on by the
 * same cursor.
 */
export async function readFeed(
  db: Database,
  actor: Actor,
  { since, limit }: { since: number; limit: number },
): Promise<{ events: IdentifiedEvent[]; next: number; hasMore: boolean }> {
  // Before it reads: what another reader is giving a place to would be missing in the page, and then new no more.
  const allPlaced = await placeNewEvents(db)
  // One more than asked for, to know whether there is more.
  const found = await db.all(listEventsAfter, { userId: actor.userId, position: since, limit: limit + 1 })
  const shown = found.slice(0, limit)
  return {
    events: shown
      .filter(({ projectId }) => projectId !== null && reaches(actor, projectId))
      .map(({ id, event, timestamp, data }) => ({ id, event, timestamp, data: JSON.parse(data) })),
    next: shown.at(-1)?.position ?? since,
    hasMore: found.length > limit || !allPlaced,
  }
}

/** `p` and a place. Those of before there was one order are digits alone: each user's own counting. */
export function feedCursor(position: number): string {
  return `p${position}`
}

/** The place that a cursor says. */
export function ofFeedCursor(cursor: string): number {
  const position = cursor.startsWith('p') ? Number(cursor.slice(1)) : Number(cursor) * placesForOne
  return Math.min(position, Number.MAX_SAFE_INTEGER)
}

/** Whether none is left without a place; where nobody has read for long there may be millions. */
async function placeNewEvents(db: Database): Promise<boolean> {
  for (let round = 0; round < mostRounds; round += 1) {
    if ((await db.first(listEventsWithoutPosition, { limit: 1 })) === undefined) return true
    if ((await db.transaction(placeEvents)) < placedAtOnce) return true
  }
  return false
}

async function placeEvents(transaction: Transaction): Promise<number> {
  const last = (await transaction.first(lockFeed, {}))?.position ?? 0
  const found = await transaction.all(listEventsWithoutPosition, { limit: placedAtOnce })
  const places = found.map(({ id }, index) => ({ id, place: last + 1 + index }))
  await transaction.run(setPositions, { places: JSON.stringify(places) })
  await transaction.run(setFeed, { position: last + found.length })
  return found.length
}
