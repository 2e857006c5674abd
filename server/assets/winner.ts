import type { AssetType } from '@dailies/contract/asset-version.ts'
import type { Transaction } from '../db/database.ts'
import { lockScene } from '../production/queries.ts'
import { unselectWinner } from './queries.ts'

/**
 * Makes room for a new winner of a (scene, shot or none, asset type). The former one becomes GENERATED; if it is
 * APPROVED or FINAL it keeps its status. The caller makes the new winner in the same transaction; the scene is
 * locked until that ends, so of two at once one comes second and one winner remains.
 */
export async function makeRoomForWinner(
  transaction: Transaction,
  group: { sceneDbId: string; shotId: string | null; assetType: AssetType; now: string },
): Promise<void> {
  await transaction.first(lockScene, { id: group.sceneDbId })
  await transaction.run(unselectWinner, group)
}
