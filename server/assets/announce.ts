import type { AssetType } from '@dailies/contract/asset-version.ts'
import type { EventData, EventName } from '@dailies/contract/event.ts'
import type { Transaction } from '../db/database.ts'
import { notify } from '../inbox/notify.ts'
import { mostMembers } from '../production/limits.ts'
import { listMembers } from '../production/member-queries.ts'
import { type Happening, recordStatusChange } from '../production/record-status-change.ts'
import { recordEvent, recordEvents } from '../webhooks/record-event.ts'
import type { versionOfCapture } from './version-of-capture.ts'
import type { FormerWinner } from './winner.ts'

type Version = ReturnType<typeof versionOfCapture>

/** Tells that a capture became an asset version. */
export async function announceCapture(
  transaction: Transaction,
  happening: Happening,
  { eventId, version }: { eventId: string; version: Version },
): Promise<void> {
  await tell(transaction, happening, 'asset.created', createdData(happening.sceneId, version), eventId)
}

/** The same of many. */
export function announceCaptures(
  transaction: Transaction,
  many: { happening: Happening; eventId: string; version: Version }[],
): Promise<void> {
  const events = many.map(({ happening, eventId, version }) => ({
    ...happening,
    id: eventId,
    event: 'asset.created' as const,
    data: createdData(happening.sceneId, version),
  }))
  return recordEvents(transaction, events)
}

/** Tells that an asset version is a new winner, and what became of the one before. */
export async function announceWinner(
  transaction: Transaction,
  happening: Happening,
  winner: { id: string; shotId: string | null; assetType: AssetType; former: FormerWinner | undefined },
): Promise<void> {
  const { userId, projectId, sceneDbId, sceneId } = happening
  const { id, shotId, assetType, former } = winner
  if (former) {
    transaction.changed({ kind: 'asset', projectId, sceneDbId, assetVersionId: former.id })
    await recordStatusChange(transaction, happening, former)
  }
  await tell(transaction, happening, 'asset.selected', {
    assetVersionId: id,
    projectId,
    sceneId,
    shotId: shotId ?? '',
    assetType,
    previousSelectedId: former?.id ?? '',
    selectedBy: userId,
  })
}

/** Tells that every required shot of the scene has an approved version. */
export async function announceCompletion(
  transaction: Transaction,
  happening: Happening,
  { approved, total }: { approved: number; total: number },
): Promise<void> {
  const { userId, projectId, sceneDbId, sceneId } = happening
  const counts = { completedShotCount: approved, totalShotCount: total }
  await tell(transaction, happening, 'scene.completed', { sceneId, projectId, ...counts })
  const members = await transaction.all(listMembers, { projectId, limit: mostMembers })
  await notify(transaction, {
    kind: 'scene.completed',
    to: members.map(({ userId }) => userId),
    by: userId,
    projectId,
    sceneDbId,
  })
}

function tell<E extends EventName>(
  transaction: Transaction,
  { userId, sceneDbId, now, heard }: Happening,
  event: E,
  data: EventData<E>,
  id?: string,
): Promise<void> {
  return recordEvent(transaction, { id, event, userId, sceneDbId, now, heard, data })
}

function createdData(sceneId: string, version: Version): EventData<'asset.created'> {
  return {
    assetVersionId: version.id,
    projectId: version.projectId,
    sceneId,
    shotId: version.shotId ?? '',
    assetType: version.assetType,
    platformKey: version.platformKey,
    status: version.status,
    outputUrl: version.outputUrl ?? '',
    prompt: version.prompt,
  }
}
