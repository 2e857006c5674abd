import type { AssetStatus, AssetType } from '@dailies/contract/asset-version.ts'
import type { Capture } from '@dailies/contract/capture.ts'
import type { Transaction } from '../db/database.ts'
import { recordEvent } from '../webhooks/record-event.ts'
import type { FormerWinner } from './winner.ts'

/** Where and by whom something happened, for the events about it. */
export interface Happening {
  userId: string
  projectId: string
  sceneDbId: string
  /** The scene's number. */
  sceneId: string
  now: string
  /** Whether the user has a webhook that may want to hear of it. */
  heard: boolean
}

/** Tells that a capture became an asset version. */
export async function announceCapture(
  transaction: Transaction,
  { userId, projectId, sceneDbId, sceneId, now, heard }: Happening,
  {
    id,
    status,
    platformKey,
    capture,
  }: { id: string; status: AssetStatus; platformKey: string; capture: Capture },
): Promise<void> {
  await recordEvent(transaction, {
    event: 'asset.created',
    userId,
    sceneDbId,
    now,
    heard,
    data: {
      assetVersionId: id,
      projectId,
      sceneId,
      shotId: capture.shotId ?? '',
      assetType: capture.assetType,
      platformKey,
      status,
      outputUrl: capture.outputUrl ?? '',
      prompt: capture.prompt,
    },
  })
}

/** Tells that an asset version is a new winner, and what became of the one before. */
export async function announceWinner(
  transaction: Transaction,
  happening: Happening,
  winner: { id: string; shotId: string | null; assetType: AssetType; former: FormerWinner | undefined },
): Promise<void> {
  const { userId, projectId, sceneDbId, sceneId, now, heard } = happening
  const { id, shotId, assetType, former } = winner
  if (former) await announceStatus(transaction, happening, former)
  await recordEvent(transaction, {
    event: 'asset.selected',
    userId,
    sceneDbId,
    now,
    heard,
    data: {
      assetVersionId: id,
      projectId,
      sceneId,
      shotId: shotId ?? '',
      assetType,
      previousSelectedId: former?.id ?? '',
      selectedBy: userId,
    },
  })
}

/** Tells that the status of an asset version changed; nothing when it is the same. */
export async function announceStatus(
  transaction: Transaction,
  { userId, projectId, sceneDbId, sceneId, now, heard }: Happening,
  { id, oldStatus, newStatus }: { id: string; oldStatus: AssetStatus; newStatus: AssetStatus },
): Promise<void> {
  if (oldStatus === newStatus) return
  await recordEvent(transaction, {
    event: 'asset.status_changed',
    userId,
    sceneDbId,
    now,
    heard,
    data: { assetVersionId: id, projectId, sceneId, oldStatus, newStatus, changedBy: userId },
  })
}

/** Tells that every required shot of the scene has an approved version. */
export async function announceCompletion(
  transaction: Transaction,
  { userId, projectId, sceneDbId, sceneId, now, heard }: Happening,
  { approved, total }: { approved: number; total: number },
): Promise<void> {
  await recordEvent(transaction, {
    event: 'scene.completed',
    userId,
    sceneDbId,
    now,
    heard,
    data: { sceneId, projectId, completedShotCount: approved, totalShotCount: total },
  })
}
