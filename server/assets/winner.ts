import type { AssetType } from '@dailies/contract/asset-version.ts'
import type { Transaction } from '../db/database.ts'
import type { RowOf } from '../db/statement.ts'
import { lockScene } from '../production/queries.ts'
import { unselectWinner } from './queries.ts'

export type FormerWinner = RowOf<typeof unselectWinner>

/**
 * Makes room for a new winner of a (scene, shot or none, asset type), and returns the former one if there was one. It
 * becomes GENERATED; if it is APPROVED or FINAL it keeps its status. The caller makes the new winner in the same
 * transaction; the scene is locked until that ends, so of two at once one comes second and one winner remains.
 */
export async function makeRoomForWinner(
  transaction: Transaction,
  group: { sceneDbId: string; shotId: string | null; assetType: AssetType; now: string },
): Promise<FormerWinner | undefined> {
  await transaction.first(lockScene, { id: group.sceneDbId })
  return transaction.first(unselectWinner, group)
}
