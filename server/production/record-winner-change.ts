import type { AssetType } from '@dailies/contract/asset-version.ts'
import type { Transaction } from '../db/database.ts'
import { newId } from '../db/id.ts'
import type { Happening } from './record-status-change.ts'
import { insertWinnerChange } from './winner-change-queries.ts'

/** A place of the film: a shot of a scene or none, and a type. */
interface Place {
  shotId: string | null
  assetType: AssetType
  shotCode?: string
}

/**
 * Writes to the log of winners that a place has another from now on, or none. To be called in the transaction that makes it so,
 * with the scene locked. Nothing where it is the same.
 */
export async function recordWinnerChange(
  transaction: Transaction,
  { userId, projectId, sceneDbId, now }: Omit<Happening, 'sceneId' | 'heard'>,
  { shotId, assetType, shotCode }: Place,
  [oldVersionId, newVersionId]: [string | null, string | null],
): Promise<void> {
  if (oldVersionId === newVersionId) return
  await transaction.run(insertWinnerChange, {
    id: newId(),
    ...{ projectId, sceneDbId, shotId, assetType, oldVersionId, newVersionId },
    shotCode: shotCode ?? null,
    changedBy: userId,
    createdAt: now,
  })
}
