import { purgedAtOnce } from '@dailies/contract/trash.ts'
import type { Database } from '../db/database.ts'
import { takeScenesToPurge, takeSomeScenesToPurge } from '../production/deleted-scene-queries.ts'
import { type Actor, requireProject } from '../production/membership.ts'
import { purgeScenes } from '../production/purge-scenes.ts'
import { purgeDeleted, purgeSomeDeleted } from './queries.ts'

/**
 * Gives up what is in the trash of a project, or those of `ids` that are, in one transaction: nothing brings it back, and it is removed
 * a moment later. Returns how many that were, and whether there may be more. Throws `not_found`, and `forbidden` for who does not own
 * the project.
 */
export function purgeTrash(
  db: Database,
  actor: Actor,
  { projectId, ids }: { projectId: string; ids?: string[] | undefined },
): Promise<{ purged: number; hasMore: boolean }> {
  // Their rows may be long.
  return db.longTransaction(async (transaction) => {
    await requireProject(transaction, actor, projectId, 'owner')
    const limit = purgedAtOnce
    const scenes = ids
      ? await transaction.all(takeScenesToPurge, { projectId, ids: JSON.stringify(ids) })
      : await transaction.all(takeSomeScenesToPurge, { projectId, limit })
    await purgeScenes(transaction, scenes)
    const versions = ids
      ? await transaction.run(purgeDeleted, { projectId, ids: JSON.stringify(ids) })
      : await transaction.run(purgeSomeDeleted, { projectId, limit: limit - scenes.length })
    const purged = scenes.length + versions
    if (versions > 0) transaction.changed({ kind: 'asset', projectId })
    for (const { id } of scenes) transaction.changed({ kind: 'scene', projectId, sceneDbId: id })
    return { purged, hasMore: !ids && purged === purgedAtOnce }
  })
}
