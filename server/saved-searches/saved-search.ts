import { mayAs } from '@dailies/contract/project-role.ts'
import type { SavedSearch } from '@dailies/contract/saved-search.ts'
import { lockUser } from '../accounts/queries.ts'
import type { Connection, Transaction } from '../db/database.ts'
import { forbidden, notFound } from '../error.ts'
import { type Actor, reaches } from '../production/membership.ts'
import { holdProject } from '../production/project.ts'
import { findSavedSearch, type SavedSearchRow } from './queries.ts'

const missing = () => notFound('Saved search')

/** One that the actor sees. Throws `not_found`. */
export async function requireSavedSearch(db: Connection, actor: Actor, id: string): Promise<SavedSearch> {
  const found = await db.first(findSavedSearch, { id, userId: actor.userId })
  if (!found || !isInReach(actor, found)) throw missing()
  return toSavedSearch(found)
}

/** Whether what the user sees is for the actor: one who is limited to projects has nothing that is of none. */
export function isInReach(actor: Actor, { projectId }: Pick<SavedSearchRow, 'projectId'>): boolean {
  return projectId === null ? actor.projectIds.length === 0 : reaches(actor, projectId)
}

/** A row as the contract shows it. */
export function toSavedSearch(row: SavedSearchRow): SavedSearch {
  const { projectId, projectName, memberRole, creatorId, creatorName, ...rest } = row
  return {
    ...rest,
    project:
      projectId === null || projectName === null || memberRole === null
        ? null
        : { id: projectId, name: projectName, role: memberRole },
    createdBy: creatorName === null ? null : { id: creatorId, name: creatorName },
  }
}

/**
 * A saved search to be changed, which nobody else changes until the transaction ends. Throws `not_found`, `forbidden` for what is neither
 * the actor's nor of a project that they edit.
 */
export async function savedSearchToChange(
  transaction: Transaction,
  actor: Actor,
  id: string,
): Promise<SavedSearch> {
  const { project } = await requireSavedSearch(transaction, actor, id)
  if (project === null) await holdUser(transaction, actor)
  else await holdProject(transaction, { actor, need: 'viewer', missing }, project.id)
  // It may have been deleted by whoever held it before, and the role may be another.
  const found = await requireSavedSearch(transaction, actor, id)
  const isMaker = found.createdBy?.id === actor.userId
  if (found.project && !isMaker && !mayAs(found.project.role, 'editor')) throw forbidden()
  tell(transaction, actor, found.project?.id ?? null)
  return found
}

/** Holds what is the user's own until the transaction ends. Throws `not_found` where they are gone. */
export async function holdUser(transaction: Transaction, { userId }: Actor): Promise<void> {
  if (!(await transaction.first(lockUser, { userId }))) throw notFound('User')
}

/** Those who see it are told: of one's own oneself. */
export function tell(transaction: Transaction, { userId }: Actor, projectId: string | null): void {
  transaction.changed({ kind: 'savedSearch', ...(projectId === null ? { userId } : { projectId }) })
}
