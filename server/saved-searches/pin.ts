import type { SavedSearch } from '@dailies/contract/saved-search.ts'
import { mostPinned } from '@dailies/contract/saved-search-limits.ts'
import { isoNow } from '../clock.ts'
import type { Database, Transaction } from '../db/database.ts'
import { invalid } from '../error.ts'
import { type Actor, allOf } from '../production/membership.ts'
import { listPinned } from './browse.ts'
import { putPins, putSeen, unpin } from './queries.ts'
import { holdUser, requireSavedSearch } from './saved-search.ts'

/**
 * Pins one before another, or as the last; one that is pinned moves there. Throws `not_found`, `invalid` for one too many. The order is
 * that of all that the user has pinned, whatever of it the actor reaches.
 */
export function pinSavedSearch(
  db: Database,
  actor: Actor,
  { id, beforeId }: { id: string; beforeId?: string | null | undefined },
): Promise<SavedSearch> {
  return ofUser(db, actor, id, async (transaction, now) => {
    const pinned = (await listPinned(transaction, allOf(actor.userId))).map((one) => one.id)
    const others = pinned.filter((one) => one !== id)
    if (others.length >= mostPinned) {
      throw invalid({}, [`A user pins at most ${mostPinned} saved searches: unpin one first`])
    }
    const place = beforeId == null ? -1 : others.indexOf(beforeId)
    others.splice(place === -1 ? others.length : place, 0, id)
    const places = JSON.stringify(others.map((one, index) => ({ id: one, place: index + 1 })))
    await transaction.run(putPins, { userId: actor.userId, places, now })
  })
}

/** One that is not pinned stays so. Throws `not_found`. */
export function unpinSavedSearch(db: Database, actor: Actor, id: string): Promise<SavedSearch> {
  return ofUser(db, actor, id, async (transaction) => {
    await transaction.run(unpin, { id, userId: actor.userId })
  })
}

/** What is new in it is counted from now on. Throws `not_found`. */
export function seeSavedSearch(db: Database, actor: Actor, id: string): Promise<SavedSearch> {
  return ofUser(db, actor, id, async (transaction, now) => {
    await transaction.run(putSeen, { id, userId: actor.userId, now })
  })
}

/** Does something with one that the actor sees, which is of the user alone. */
function ofUser(
  db: Database,
  actor: Actor,
  id: string,
  work: (transaction: Transaction, now: string) => Promise<void>,
): Promise<SavedSearch> {
  return db.transaction(async (transaction) => {
    await holdUser(transaction, actor)
    await requireSavedSearch(transaction, actor, id)
    await work(transaction, isoNow())
    transaction.changed({ kind: 'savedSearch', userId: actor.userId })
    return requireSavedSearch(transaction, actor, id)
  })
}
