import type { SceneOverview } from '@dailies/contract/production.ts'
import { isoNow } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { invalid } from '../error.ts'
import type { Owner } from './ownership.ts'
import { touchProject } from './project-queries.ts'
import { readSceneOverview, sceneToChange } from './scene.ts'
import { deleteCountersOfScene, deleteSceneRow } from './scene-queries.ts'

/**
 * Deletes a scene, its shots and all its asset versions. Returns it as it was. Throws `not_found`, `invalid` when
 * `sceneId` is not its number.
 */
export function deleteScene(
  db: Database,
  owner: Owner,
  { id, sceneId }: { id: string; sceneId: string },
): Promise<SceneOverview> {
  return db.transaction(async (transaction) => {
    const scene = await sceneToChange(transaction, owner, id)
    if (sceneId.toUpperCase() !== scene.sceneId) {
      throw invalid({ sceneId: ['Must be the number of the scene'] })
    }
    const overview = await readSceneOverview(transaction, owner, id)
    await transaction.run(deleteCountersOfScene, { id })
    await transaction.run(deleteSceneRow, { id })
    await transaction.run(touchProject, { id: scene.projectId, now: isoNow() })
    return overview
  })
}
