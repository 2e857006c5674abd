import type { CapturedAssetVersion, RightsState } from '@dailies/contract/asset-version.ts'
import type { Capture } from '@dailies/contract/capture.ts'
import { jsonColumn } from '../db/json-column.ts'
import type { CapturePlace } from './capture-references.ts'

/** What the counter says of a new version. */
export interface Counted {
  id: string
  versionNumber: number
  createdAt: string
  /** What the studio says of the rights of the platform's output. */
  rightsDefault: RightsState | null
}

interface Made {
  userId: string
  capture: Capture
  place: CapturePlace
  counted: Counted
  /** Of the package that was made of it. */
  packageId?: string | null
}

export function isSelected({ selected, status }: Capture): boolean {
  return selected || status === 'SELECTED'
}

/** The row that a capture becomes. */
export function versionOfCapture({ userId, capture, place, counted, packageId = null }: Made) {
  const { sceneDbId, platform } = place
  const { id, versionNumber, createdAt, rightsDefault } = counted
  const selected = isSelected(capture)
  return {
    id,
    projectId: capture.projectId,
    sceneDbId,
    shotId: capture.shotId ?? null,
    assetType: capture.assetType,
    platformKey: platform.key,
    platformId: platform.id,
    platformLabel: platform.label,
    versionNumber,
    status: selected ? ('SELECTED' as const) : capture.status,
    selected: selected ? 1 : 0,
    compareGroup: capture.compareGroup ?? null,
    rightsState: capture.rightsState === 'UNKNOWN' ? (rightsDefault ?? 'UNKNOWN') : capture.rightsState,
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
  }
}

/** What is answered to it. */
export function answerOf(version: ReturnType<typeof versionOfCapture>): CapturedAssetVersion {
  const { id, versionNumber, platformKey, platformLabel, assetType, status, rightsState, shotId, createdAt } =
    version
  return { id, versionNumber, platformKey, platformLabel, assetType, status, rightsState, shotId, createdAt }
}
