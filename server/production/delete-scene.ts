import type { SceneOverview } from '@dailies/contract/production.ts'
import { isoNow } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { invalid } from '../error.ts'
import { type AddressOf, plainAddress } from '../media/summary.ts'
import {
  deleteOpenNotesOfScene,
  insertDeletedScene,
  throwScene,
  unselectWinnersOfScene,
} from './deleted-scene-queries.ts'
import { insertNobodysProject, trashId } from './deletion-queries.ts'
import type { Actor } from './membership.ts'
import { touchProject } from './project-queries.ts'
import { readSceneOverview, sceneToChange } from './scene.ts'

/**
 * Puts a scene into the trash, with its shots, its asset versions and all that was said of them: nobody finds any of it, until it is
 * restored (`restoreScene`) or purged. Returns it as it was. Throws `not_found`, `invalid` when `sceneId` is not its number.
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
    const selected = await transaction.all(unselectWinnersOfScene, { id })
    await transaction.run(deleteOpenNotesOfScene, { id })
    const winners = JSON.stringify(selected.map((version) => version.id))
    const { shotCount: shots, versionCount: versions } = overview
    await transaction.run(insertDeletedScene, { id, winners, shots, versions, by: actor.userId, now })
    await transaction.run(insertNobodysProject, { id: trashId, now })
    await transaction.run(throwScene, { id })
    await transaction.run(touchProject, { id: scene.projectId, now })
    return overview
  })
}
