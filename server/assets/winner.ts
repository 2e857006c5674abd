import type { AssetStatus, AssetType } from '@dailies/contract/asset-version.ts'
import type { Transaction } from '../db/database.ts'
import { lockScene } from '../production/queries.ts'
import { unselectWinner } from './queries.ts'

export interface FormerWinner {
  id: string
  oldStatus: AssetStatus
  newStatus: AssetStatus
}

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
  const former = await transaction.first(unselectWinner, group)
  if (!former) return undefined
  const { id, status } = former
  return { id, oldStatus: status === 'GENERATED' ? 'SELECTED' : status, newStatus: status }
}
