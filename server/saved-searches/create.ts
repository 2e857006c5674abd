import type { NewSavedSearch, SavedSearch } from '@dailies/contract/saved-search.ts'
import { isoNow } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { newId } from '../db/id.ts'
import type { Actor } from '../production/membership.ts'
import { readQuery } from '../search/query.ts'
import { insertSavedSearch } from './queries.ts'
import { holdNewOwner, requireRoom, requireSavedSearch, tell } from './saved-search.ts'

/**
 * Saves a search for the actor, or for a project. Throws `invalid` for what the search would refuse, and for one too many; `not_found`,
 * `forbidden` for the project.
 */
export function createSavedSearch(
  db: Database,
  actor: Actor,
  { name, q, projectId = null }: NewSavedSearch,
): Promise<SavedSearch> {
  readQuery(q)
  return db.transaction(async (transaction) => {
    await holdNewOwner(transaction, actor, projectId)
    await requireRoom(transaction, actor, projectId)
    const id = newId()
    await transaction.run(insertSavedSearch, {
      ...{ id, projectId, name, q },
      userId: actor.userId,
      now: isoNow(),
    })
    tell(transaction, actor, projectId)
    return requireSavedSearch(transaction, actor, id)
  })
}
