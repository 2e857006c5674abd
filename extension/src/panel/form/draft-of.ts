import type { Preferences } from '@dailies/contract/preferences.ts'
import type { PlaceAtHand } from '../../place/place.ts'
import type { CaptureBody } from '../../queue/queued-capture.ts'
import { completed } from '../queue/completed.ts'
import { type Draft, emptyPackage, type PackageDraft } from './draft.ts'

/** A capture as the form shows it; what it lacks is filled from the place at hand and the preferences. */
export function draftOf(
  capture: CaptureBody,
  { place, preferences }: { place: PlaceAtHand | undefined; preferences: Preferences },
): Draft {
  const body = completed(capture, place)
  const text = (value: unknown) => (value === undefined || value === null ? '' : String(value))
  return {
    projectId: text(body.projectId),
    sceneId: text(body.sceneId),
    shotId: text(body.shotId),
    platformKey: text(body.platformKey),
    platformLabel: text(body.platformLabel),
    assetType: body.assetType ?? preferences.defaultAssetType,
    status: body.status ?? preferences.defaultStatus,
    selected: body.selected ?? false,
    compareGroup: text(body.compareGroup),
    prompt: text(body.prompt),
    negativePrompt: text(body.negativePrompt),
    outputUrl: text(body.outputUrl),
    thumbnailUrl: text(body.thumbnailUrl),
    sourceUrl: text(body.sourceUrl),
    title: text(body.title),
    modelName: text(body.modelName),
    externalAssetId: text(body.externalAssetId),
    notes: text(body.notes),
    tags: body.tags ?? [],
    rightsState: body.rightsState ?? 'UNKNOWN',
    costEstimateUsd: text(body.costEstimateUsd),
    generationSeconds: text(body.generationSeconds),
    queueWaitSeconds: text(body.queueWaitSeconds),
    metadata: jsonText(body.metadata),
    parentVersionId: text(body.parentVersionId),
    promptPackageId: text(body.promptPackageId),
    createPromptPackage: body.createPromptPackage ?? false,
    promptPackage: packageDraftOf(body.promptPackage as CaptureBody['promptPackage'] & object),
  }
}

function packageDraftOf(given: Record<string, unknown> | undefined): PackageDraft {
  if (!given) return emptyPackage
  const text = (value: unknown) => (value === undefined ? '' : String(value))
  return {
    name: text(given.name),
    prompt: text(given.prompt),
    negativePrompt: text(given.negativePrompt),
    targetAspectRatio: text(given.targetAspectRatio),
    targetDurationSec: text(given.targetDurationSec),
    tags: (given.tags as string[] | undefined) ?? [],
    constraints: jsonText(given.constraints),
    styleProfile: jsonText(given.styleProfile),
    metadata: jsonText(given.metadata),
  }
}

function jsonText(value: unknown): string {
  const isEmpty =
    value === undefined || (typeof value === 'object' && value && Object.keys(value).length === 0)
  return isEmpty ? '' : JSON.stringify(value, null, 2)
}
