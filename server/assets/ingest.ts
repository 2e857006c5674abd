import type { CapturedAssetVersion } from '@dailies/contract/asset-version.ts'
import type { Capture } from '@dailies/contract/capture.ts'
import type { Database, Transaction, Waiting } from '../db/database.ts'
import { newId } from '../db/id.ts'
import type { RowOf } from '../db/statement.ts'
import { nextIdAt } from '../db/time.ts'
import { notFound } from '../error.ts'
import { type Actor, reaches, requireProject, requireScene } from '../production/membership.ts'
import { lockScene } from '../production/queries.ts'
import { recordWinnerChange } from '../production/record-winner-change.ts'
import { createPackageOfCapture } from '../prompt-packages/create-of-capture.ts'
import { announceCapture, announceWinner } from './announce.ts'
import { captureFingerprint, captureKeys, earlierAnswer, keepAnswer } from './capture-keys.ts'
import { placeOf, referencesOf } from './capture-references.ts'
import { findCaptureContext, insertAssetVersion, nextVersionNumber } from './queries.ts'
import { answerOf, isSelected, versionOfCapture } from './version-of-capture.ts'
import { makeRoomForWinner } from './winner.ts'

export interface Ingest {
  actor: Actor
  capture: Capture
  idempotencyKey?: string | undefined
}

/**
 * Files a capture as a new asset version, in one transaction. The same capture again (by `provenance.captureId` or
 * idempotency key) makes no second one and is answered as the first time.
 *
 * Throws `not_found` for the project, scene or shot, `invalid` for another reference that does not hold.
 * docs/interface.md, "POST /api/extension/ingest".
 */
export async function ingest(db: Database, one: Ingest, waiting?: Waiting): Promise<CapturedAssetVersion> {
  const { actor, capture, idempotencyKey } = one
  if (!reaches(actor, capture.projectId)) throw notFound('Project')
  const { userId } = actor
  const keys = captureKeys(capture, idempotencyKey)
  if (keys.length === 0) {
    return db.transaction((transaction) => createVersion(transaction, actor, capture), waiting)
  }

  const fingerprint = captureFingerprint(capture)
  return db.transaction(async (transaction) => {
    const earlier = await earlierAnswer(transaction, { userId, keys, capture })
    // Whoever has left the project since is told nothing.
    if (earlier) await requireProject(transaction, actor, capture.projectId, 'editor')
    if (earlier && earlier.keys.length === keys.length) return earlier.answer
    const answer = earlier?.answer ?? (await createVersion(transaction, actor, capture))
    // A repeat known by one of its keys is known by the other from now on.
    const newKeys = keys.filter((key) => !earlier?.keys.includes(key))
    await keepAnswer(transaction, { userId, keys: newKeys, fingerprint, answer })
    return answer
  }, waiting)
}

async function createVersion(
  transaction: Transaction,
  actor: Actor,
  capture: Capture,
): Promise<CapturedAssetVersion> {
  const found = await transaction.first(findCaptureContext, referencesOf(actor, capture))
  const place = placeOf(actor, capture, found)
  const { userId } = actor
  const { projectId, assetType } = capture
  const { sceneDbId, platform, heard } = place
  const shotId = capture.shotId ?? null
  const selected = isSelected(capture)

  // Before its counter, as whoever moves takes into it.
  if (selected && transaction.engine === 'postgres') await transaction.first(lockScene, { id: sceneDbId })
  const id = newId()
  const counter = { projectId, sceneDbId, assetType, platformKey: platform.key, id }
  const counted = (await transaction.first(nextVersionNumber, counter)) as RowOf<typeof nextVersionNumber>
  const { createdAt, countedAt } = counted
  const former = selected
    ? await makeRoomForWinner(transaction, { sceneDbId, shotId, assetType, now: createdAt })
    : undefined
  // Once more, for whoever waited for the scene may have been removed meanwhile, or the scene deleted.
  if (selected) {
    await requireProject(transaction, actor, projectId, 'editor')
    await requireScene(transaction, actor, sceneDbId, 'editor')
  }
  const packageId = capture.createPromptPackage
    ? await createPackageOfCapture(transaction, { projectId, capture, createdAt })
    : null
  const version = versionOfCapture({ userId, capture, place, counted: { id, ...counted }, packageId })
  const inserted = transaction.run(insertAssetVersion, version)
  const happening = { userId, projectId, sceneDbId, sceneId: capture.sceneId, now: createdAt, heard }
  const eventId = nextIdAt(transaction.engine, countedAt)
  const announced = announceCapture(transaction, happening, { eventId, version })
  await transaction.withCommit(Promise.all([inserted, announced]))
  if (selected) {
    await recordWinnerChange(transaction, happening, { shotId, assetType }, [former?.id ?? null, id])
    await announceWinner(transaction, happening, { id, shotId, assetType, former })
  }
  return answerOf(version)
}
