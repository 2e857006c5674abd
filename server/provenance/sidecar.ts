import type { Sidecar, SidecarParent } from '@dailies/contract/provenance.ts'
import { ofJsonColumn } from '../db/json-column.ts'
import type { ParentRow, TakeRow } from './queries.ts'

/**
 * What is known of where a take comes from, as it lies beside its file. `parents` are those that it was made from, the nearest
 * first. Of the same rows it is the same, in the same order: nothing of now is in it. docs/provenance.md
 */
export function sidecarOf(take: TakeRow, parents: readonly ParentRow[]): Sidecar {
  const { projectId, projectName, title, status, selected, sourceUrl, externalAssetId, bytes } = take
  const { generationSeconds, queueWaitSeconds } = take
  const oldest = parents.at(-1) ?? take
  return {
    format: 'dailies-take/1',
    ...toldOf(take),
    project: { id: projectId, name: projectName },
    ...{ title, status, selected: selected === 1, sourceUrl, externalAssetId },
    promptPackage: take.packageName,
    ...{ generationSeconds, queueWaitSeconds },
    provenance: ofJsonColumn(take.provenance),
    bytes,
    credentials: take.credentials === null ? null : JSON.parse(take.credentials),
    parents: parents.map(parentOf),
    parentsAreWhole: oldest.parentVersionId === null,
  }
}

function parentOf(row: ParentRow): SidecarParent {
  return { ...toldOf(row), isShortened: row.isShortened === 1 }
}

function toldOf(row: TakeRow | ParentRow) {
  const { id, assetType, versionNumber, prompt, negativePrompt, modelName, costEstimateUsd } = row
  const settings = ofJsonColumn<Record<string, unknown>>(row.metadata)
  return {
    ...{ id, assetType, versionNumber },
    scene: row.sceneId,
    shot: row.shotCode,
    ...{ prompt, negativePrompt, modelName },
    seed: seedOf(settings),
    settings,
    platform: { key: row.platformKey, label: row.platformLabel },
    costEstimateUsd,
    rightsState: row.rightsState,
    capturedBy: { id: row.createdBy, name: row.createdByName },
    capturedAt: row.createdAt,
    sha256: row.sha256,
  }
}

/** Text, for many are larger than a number holds. */
function seedOf(settings: Record<string, unknown> | null): string | null {
  const seed = settings?.seed
  if (typeof seed === 'string') return seed
  if (typeof seed === 'number') return JSON.stringify(seed)
  return isRaw(seed) ? seed.rawJSON : null
}

/** A number that would lose digits. */
function isRaw(value: unknown): value is { rawJSON: string } {
  const { isRawJSON } = JSON as JSON & { isRawJSON?(value: unknown): boolean }
  return isRawJSON?.(value) === true
}
