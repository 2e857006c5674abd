import type { ShotOverview } from '@dailies/contract/production.ts'
import { isoNow } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { type AddressOf, plainAddress } from '../media/summary.ts'
import type { Actor } from './membership.ts'
import { touchProject } from './project-queries.ts'
import { recordStatusChange } from './record-status-change.ts'
import { recordWinnerChange } from './record-winner-change.ts'
import { readShot, shotToChange } from './shot.ts'
import {
  deleteShotRow,
  takeNotesFromShot,
  takeVersionsFromShot,
  unselectWinnersOfShot,
} from './shot-queries.ts'

/**
 * Deletes a shot. Its asset versions stay in the scene; its winners are so no longer, and the SELECTED ones become
 * GENERATED. A scene that is complete without it is not announced as `scene.completed`: nothing was approved. Returns
 * the shot as it was. Throws `not_found`.
 */
export function deleteShot(
  db: Database,
  actor: Actor,
  id: string,
  addressOf: AddressOf = plainAddress,
): Promise<ShotOverview> {
  return db.transaction(async (transaction) => {
    const { shot, scene, heard } = await shotToChange(transaction, actor, id)
    const overview = await readShot(transaction, id, addressOf)
    const now = isoNow()
    const winners = await transaction.all(unselectWinnersOfShot, { shotId: id, now })
    await transaction.run(takeVersionsFromShot, { shotId: id, now })
    await transaction.run(takeNotesFromShot, { shotId: id })
    transaction.changed({ kind: 'asset', projectId: scene.projectId, sceneDbId: scene.id })
    await transaction.run(deleteShotRow, { id })
    await transaction.run(touchProject, { id: scene.projectId, now })
    const { projectId, id: sceneDbId, sceneId } = scene
    const happening = { userId: actor.userId, projectId, sceneDbId, sceneId, now, heard }
    for (const change of winners) {
      const place = { shotId: id, shotCode: shot.shotCode, assetType: change.assetType }
      await recordWinnerChange(transaction, happening, place, [change.id, null])
      await recordStatusChange(transaction, happening, change)
    }
    return overview
  })
}
