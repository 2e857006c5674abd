import type { CapturedAssetVersion } from '@dailies/contract/asset-version.ts'
import type { Capture } from '@dailies/contract/capture.ts'
import type { Database, Transaction } from '../db/database.ts'
import { newId } from '../db/id.ts'
import { jsonColumn } from '../db/json-column.ts'
import { nextIdAt } from '../db/time.ts'
import { invalid, notFound } from '../error.ts'
import { type Actor, admitMember, reaches, requireProject } from '../production/membership.ts'
import { createPackageOfCapture } from '../prompt-packages/create-of-capture.ts'
import { announceCapture, announceWinner } from './announce.ts'
import { captureFingerprint, captureKeys, earlierAnswer, keepAnswer } from './capture-keys.ts'
import { findCaptureContext, insertAssetVersion, nextVersionNumber } from './queries.ts'
import { makeRoomForWinner } from './winner.ts'

interface Ingest {
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
export async function ingest(
  db: Database,
  { actor, capture, idempotencyKey }: Ingest,
): Promise<CapturedAssetVersion> {
  if (!reaches(actor, capture.projectId)) throw notFound('Project')
  const { userId } = actor
  const keys = captureKeys(capture, idempotencyKey)
  if (keys.length === 0) return db.transaction((transaction) => createVersion(transaction, actor, capture))

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
  })
}

async function createVersion(
  transaction: Transaction,
  actor: Actor,
  capture: Capture,
): Promise<CapturedAssetVersion> {
  const { sceneDbId, platform, heard } = await resolveReferences(transaction, actor, capture)
  const { userId } = actor
  const { projectId, assetType } = capture
  const shotId = capture.shotId ?? null
  const selected = capture.selected || capture.status === 'SELECTED'
  const status = selected ? 'SELECTED' : capture.status

  const id = newId()
  const counted = await transaction.first(nextVersionNumber, {
    projectId,
    sceneDbId,
    assetType,
    platformKey: platform.key,
    id,
  })
  const { versionNumber, createdAt, countedAt, rightsDefault } = counted as NonNullable<typeof counted>
  const rightsState = capture.rightsState === 'UNKNOWN' ? (rightsDefault ?? 'UNKNOWN') : capture.rightsState
  const former = selected
    ? await makeRoomForWinner(transaction, { sceneDbId, shotId, assetType, now: createdAt })
    : undefined
  // Once more, for whoever waited for the scene may have been removed meanwhile.
  if (selected) await requireProject(transaction, actor, projectId, 'editor')
  const packageId = capture.createPromptPackage
    ? await createPackageOfCapture(transaction, { projectId, capture, createdAt })
    : null
  const inserted = transaction.run(insertAssetVersion, {
    id,
    projectId,
    sceneDbId,
    shotId,
    assetType,
    platformKey: platform.key,
    platformId: platform.id,
    platformLabel: platform.label,
    versionNumber,
    status,
    selected: selected ? 1 : 0,
    compareGroup: capture.compareGroup ?? null,
    rightsState,
    prompt: capture.prompt,
    negativePrompt: capture.negativePrompt ?? null,
    title: capture.title ?? null,
    outputUrl: capture.outputUrl ?? null,
    sourceUrl: capture.sourceUrl ?? null,
    thumbnailUrl: capture.thumbnailUrl ?? null,
    modelName: capture.modelName ?? null,
    externalAssetId: capture.externalAssetId ?? null,
    promptPackageId: capture.promptPackageId ?? packageId,
    parentVersionId: capture.parentVersionId ?? null,
    metadata: jsonColumn(capture.metadata),
    tags: jsonColumn(capture.tags),
    notes: capture.notes ?? null,
    provenance: jsonColumn(capture.provenance),
    costEstimateUsd: capture.costEstimateUsd ?? null,
    generationSeconds: capture.generationSeconds ?? null,
    queueWaitSeconds: capture.queueWaitSeconds ?? null,
    createdBy: userId,
    createdAt,
  })
  const { key: platformKey, label: platformLabel } = platform
  const happening = { userId, projectId, sceneDbId, sceneId: capture.sceneId, now: createdAt, heard }
  const eventId = nextIdAt(transaction.engine, countedAt)
  const announced = announceCapture(transaction, happening, { eventId, id, status, platformKey, capture })
  await transaction.withCommit(Promise.all([inserted, announced]))
  if (selected) await announceWinner(transaction, happening, { id, shotId, assetType, former })
  return { id, versionNumber, platformKey, platformLabel, assetType, status, rightsState, shotId, createdAt }
}

async function resolveReferences(transaction: Transaction, actor: Actor, capture: Capture) {
  const found = await transaction.first(findCaptureContext, {
    userId: actor.userId,
    projectId: capture.projectId,
    sceneId: capture.sceneId,
    shotId: capture.shotId ?? null,
    platformKey: capture.platformKey ?? null,
    platformId: capture.platformId ?? null,
    promptPackageId: capture.promptPackageId ?? null,
    parentVersionId: capture.parentVersionId ?? null,
  })
  const context = admitMember({ actor, need: 'editor', missing: () => notFound('Project') }, found)
  const { sceneDbId } = context
  if (sceneDbId === null) throw notFound('Scene')
  if (capture.shotId !== undefined && context.shotId === null) throw notFound('Shot')
  if (capture.promptPackageId !== undefined && context.promptPackageId === null) {
    throw invalid({ promptPackageId: ['Not a prompt package of this project'] })
  }
  if (capture.parentVersionId !== undefined && context.parentVersionId === null) {
    throw invalid({ parentVersionId: ['Not an asset version of this project'] })
  }
  return { sceneDbId, platform: resolvePlatform(capture, context), heard: context.activeWebhook !== null }
}

interface FoundPlatforms {
  idByKey: string | null
  nameByKey: string | null
  slugById: string | null
  nameById: string | null
}

/** By id or by key, which must agree. A key that the catalogue does not know is kept: a capture is never lost. */
function resolvePlatform({ platformId, platformKey, platformLabel }: Capture, found: FoundPlatforms) {
  if (platformId === undefined) {
    const key = platformKey as string
    return { key, id: found.idByKey, label: platformLabel || (found.nameByKey ?? key) }
  }
  if (found.slugById === null) throw invalid({ platformId: ['Unknown platform'] })
  if (platformKey !== undefined && platformKey !== found.slugById) {
    throw invalid({ platformId: [`Is the platform ${found.slugById}, platformKey names another`] })
  }
  return { key: found.slugById, id: platformId, label: platformLabel || (found.nameById ?? found.slugById) }
}
