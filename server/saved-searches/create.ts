import type { NewSavedSearch, SavedSearch } from '@dailies/contract/saved-search.ts'
import { mostSavedSearches } from '@dailies/contract/saved-search-limits.ts'
import { isoNow } from '../clock.ts'
import type { Database, Transaction } from '../db/database.ts'
import { newId } from '../db/id.ts'
import { invalid, notFound } from '../error.ts'
import { type Actor, requireUnlimited } from '../production/membership.ts'
import { holdProject } from '../production/project.ts'
import { readQuery } from '../search/query.ts'
import { countOwnSavedSearches, countSavedSearchesOfProject, insertSavedSearch } from './queries.ts'
import { holdUser, requireSavedSearch, tell } from './saved-search.ts'

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
    await holdOwner(transaction, actor, projectId)
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

/** Those who would count at the same time wait. */
async function holdOwner(transaction: Transaction, actor: Actor, projectId: string | null): Promise<void> {
  if (projectId !== null) {
    await holdProject(transaction, { actor, need: 'editor', missing: () => notFound('Project') }, projectId)
    return
  }
  requireUnlimited(actor)
  await holdUser(transaction, actor)
}

async function requireRoom(
  transaction: Transaction,
  { userId }: Actor,
  projectId: string | null,
): Promise<void> {
  const counted =
    projectId === null
      ? await transaction.first(countOwnSavedSearches, { userId })
      : await transaction.first(countSavedSearchesOfProject, { projectId })
  if (counted!.count < mostSavedSearches) return
  const whose = projectId === null ? 'A user has' : 'A project has'
  throw invalid({}, [`${whose} at most ${mostSavedSearches} saved searches: delete one first`])
}
