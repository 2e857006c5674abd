import type { DeletedProject } from '@dailies/contract/trash.ts'
import { purgedAtOnce } from '@dailies/contract/trash.ts'
import type { Connection, Database } from '../db/database.ts'
import { listDeletedProjects, takeDeletedProjects } from '../production/deleted-project-queries.ts'
import { type Actor, reaches } from '../production/membership.ts'
import { purgeProjects } from '../production/purge-projects.ts'
import { beyond, deletionOf } from './list-trash.ts'

/**
 * A page of the deleted projects of which the actor is an owner, the last first, and where the next begins. `keepDeleted`: for how many
 * milliseconds they are kept.
 */
export async function browseDeletedProjects(
  db: Connection,
  { userId, projectIds }: Actor,
  { cursor = beyond, limit }: { cursor?: string | undefined; limit: number },
  { keepDeleted }: { keepDeleted: number },
): Promise<{ data: DeletedProject[]; nextCursor: string | null }> {
  const [deletedAt, id] = cursor.split('_') as [string, string]
  const reach = { userId, projectIds: JSON.stringify(projectIds) }
  const rows = await db.all(listDeletedProjects, { ...reach, deletedAt, id, limit: limit + 1 })
  const data = rows.slice(0, limit).map(({ deleterId, deleterName, ...row }) => ({
    ...row,
    ...deletionOf({ ...row, deleterId, deleterName }, keepDeleted),
  }))
  const last = data.at(-1)
  return { data, nextCursor: last && rows.length > limit ? `${last.deletedAt}_${last.id}` : null }
}

/**
 * Gives up the deleted projects of which the actor is an owner, or those of `ids` that are, in one transaction: nothing brings them back,
 * and they are removed a moment later. Returns how many that were, and whether there may be more.
 */
export function purgeDeletedProjects(
  db: Database,
  actor: Actor,
  { ids }: { ids?: string[] | undefined },
): Promise<{ purged: number; hasMore: boolean }> {
  const { userId } = actor
  const wanted = ids?.filter((id) => reaches(actor, id)) ?? actor.projectIds
  if (ids && wanted.length === 0) return Promise.resolve({ purged: 0, hasMore: false })
  return db.longTransaction(async (transaction) => {
    const [deletedAt, id] = beyond.split('_') as [string, string]
    const projectIds = JSON.stringify(wanted)
    const page = { userId, projectIds, deletedAt, id, limit: purgedAtOnce }
    const listed = await transaction.all(listDeletedProjects, page)
    // Somebody else may have restored some meanwhile.
    const taken = await transaction.all(takeDeletedProjects, {
      ids: JSON.stringify(listed.map((project) => project.id)),
    })
    await purgeProjects(transaction, taken)
    return { purged: taken.length, hasMore: !ids && listed.length === purgedAtOnce }
  })
}
