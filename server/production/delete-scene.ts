import type { SceneOverview } from '@dailies/contract/production.ts'
import { isoNow } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { newId } from '../db/id.ts'
import { invalid } from '../error.ts'
import { type AddressOf, plainAddress } from '../media/summary.ts'
import {
  buryScene,
  deleteOpenNotesOfScene,
  graveId,
  insertDeletion,
  insertGrave,
  unselectWinnersOfScene,
} from './deletion-queries.ts'
import type { Actor } from './membership.ts'
import { touchProject } from './project-queries.ts'
import { readSceneOverview, sceneToChange } from './scene.ts'

/**
 * Deletes a scene, its shots and all its asset versions: at once for everybody, while the rows go in steps
 * (`finishDeletions`). Returns it as it was. Throws `not_found`, `invalid` when
 * `sceneId` is not its number.
 */
export function deleteScene(
  db: Database,
  actor: Actor,
  { id, sceneId }: { id: string; sceneId: string },
  addressOf: AddressOf = plainAddress,
): Promise<SceneOverview> {
  return db.transaction(async (transaction) => {
    const scene = await sceneToChange(transaction, actor, id)
    if (sceneId.toUpperCase() !== scene.sceneId) {
      throw invalid({ sceneId: ['Must be the number of the scene'] })
    }
    const overview = await readSceneOverview(transaction, actor, id, addressOf)
    const now = isoNow()
    await transaction.run(insertGrave, { now })
    await transaction.run(unselectWinnersOfScene, { id })
    await transaction.run(deleteOpenNotesOfScene, { id })
    await transaction.run(buryScene, { id })
    await transaction.run(insertDeletion, { id: newId(), projectId: graveId })
    await transaction.run(touchProject, { id: scene.projectId, now })
    return overview
  })
}
