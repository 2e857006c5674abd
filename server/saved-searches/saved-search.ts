import { mayAs } from '@dailies/contract/project-role.ts'
import type { SavedSearch } from '@dailies/contract/saved-search.ts'
import { mostSavedSearches } from '@dailies/contract/saved-search-limits.ts'
import { lockUser } from '../accounts/queries.ts'
import type { Connection, Transaction } from '../db/database.ts'
import { clash, forbidden, invalid, notFound } from '../error.ts'
import { type Actor, reaches, requireUnlimited } from '../production/membership.ts'
import { holdProject } from '../production/project.ts'
import {
  countOwnSavedSearches,
  countSavedSearchesOfProject,
  findSavedSearch,
  type SavedSearchRow,
} from './queries.ts'

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
 * A saved search to be changed, which nobody else changes until the transaction ends; `to` is whose it is to be, where that is said: of a
 * project, or null for one's own. Throws `not_found`, `forbidden` for what is neither the actor's nor of a project that they edit, `clash` where it goes elsewhere meanwhile.
 */
export async function savedSearchToChange(
  transaction: Transaction,
  actor: Actor,
  id: string,
  to?: string | null,
): Promise<SavedSearch> {
  const { project } = await requireSavedSearch(transaction, actor, id)
  const from = project?.id ?? null
  const owners = to === undefined || to === from ? [from] : [from, to]
  // In one order, so that no two wait for each other.
  for (const owner of owners.toSorted(projectsFirst)) {
    if (owner !== from) await holdNewOwner(transaction, actor, owner)
    else if (from === null) await holdUser(transaction, actor)
    else await holdProject(transaction, { actor, need: 'viewer', missing }, from)
  }
  // It may have been deleted by whoever held it before, and the role may be another.
  const found = await requireSavedSearch(transaction, actor, id)
  const now = found.project?.id ?? null
  if (now !== from) throw clash({ projectId: { now, changedBy: null, changedAt: null } })
  const isMaker = found.createdBy?.id === actor.userId
  if (found.project && !isMaker && !mayAs(found.project.role, 'editor')) throw forbidden()
  tell(transaction, actor, found.project?.id ?? null)
  return found
}

function projectsFirst(one: string | null, other: string | null): number {
  if (one === null || other === null) return one === null ? 1 : -1
  return one < other ? -1 : 1
}

/** Those who would count at the same time wait. Null is the actor. Throws `not_found`, `forbidden`. */
export async function holdNewOwner(
  transaction: Transaction,
  actor: Actor,
  projectId: string | null,
): Promise<void> {
  if (projectId !== null) {
    await holdProject(transaction, { actor, need: 'editor', missing: () => notFound('Project') }, projectId)
    return
  }
  requireUnlimited(actor)
  await holdUser(transaction, actor)
}

/** Throws `invalid` where a project, or the actor where it is null, has as many as they may. */
export async function requireRoom(
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

/** Holds what is the user's own until the transaction ends. Throws `not_found` where they are gone. */
export async function holdUser(transaction: Transaction, { userId }: Actor): Promise<void> {
  if (!(await transaction.first(lockUser, { userId }))) throw notFound('User')
}

/** Those who see it are told: of one's own oneself. */
export function tell(transaction: Transaction, { userId }: Actor, projectId: string | null): void {
  transaction.changed({ kind: 'savedSearch', ...(projectId === null ? { userId } : { projectId }) })
}
