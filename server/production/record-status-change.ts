import type { AssetStatus } from '@dailies/contract/asset-version.ts'
import type { Transaction } from '../db/database.ts'
import { nextId } from '../db/time.ts'
import { recordEvent } from '../webhooks/record-event.ts'
import { insertStatusChange } from './status-change-queries.ts'

/** Where and by whom something happened, for the events about it. */
export interface Happening {
  userId: string
  projectId: string
  sceneDbId: string
  /** The scene's number. */
  sceneId: string
  now: string
  /** Whether there is a webhook that may want to hear of it. */
  heard: boolean
}

/** Writes a change of status to the history of the asset version, and tells of it; nothing when it is the same. */
export async function recordStatusChange(
  transaction: Transaction,
  { userId, projectId, sceneDbId, sceneId, now, heard }: Happening,
  { id, oldStatus, newStatus }: { id: string; oldStatus: AssetStatus; newStatus: AssetStatus },
): Promise<void> {
  if (oldStatus === newStatus) return
  const changeId = await nextId(transaction)
  const written = transaction.run(insertStatusChange, {
    id: changeId,
    projectId,
    assetVersionId: id,
    oldStatus,
    newStatus,
    changedBy: userId,
    createdAt: now,
  })
  const announced = recordEvent(transaction, {
    event: 'asset.status_changed',
    userId,
    sceneDbId,
    now,
    heard,
    data: { assetVersionId: id, projectId, sceneId, oldStatus, newStatus, changedBy: userId },
  })
  await Promise.all([written, announced])
}
