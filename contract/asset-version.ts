import { z } from 'zod'
import { timestamp } from './text.ts'

export const assetType = z
  .enum(['IMAGE', 'VIDEO', 'AUDIO', 'MUSIC', 'VOICE', 'NARRATION', 'STORYBOARD', 'OTHER'])
  .meta({ id: 'AssetType' })

export const assetStatus = z
  .enum(['DRAFT', 'GENERATED', 'SELECTED', 'APPROVED', 'FINAL'])
  .meta({ id: 'AssetStatus' })

/** The statuses that a capture may start in. docs/interface.md, "Asset version status". */
export const captureStatus = z.enum(['DRAFT', 'GENERATED', 'SELECTED'])

export const rightsState = z
  .enum(['UNKNOWN', 'NON_COMMERCIAL', 'COMMERCIAL_ALLOWED', 'RESTRICTED'])
  .meta({ id: 'RightsState' })

export type AssetType = z.output<typeof assetType>
export type AssetStatus = z.output<typeof assetStatus>
export type CaptureStatus = z.output<typeof captureStatus>
export type RightsState = z.output<typeof rightsState>

/** docs/interface.md, "Asset version". */
/** What it takes to name one where something is told of it. */
export const namedAsset = z.object({
  id: z.string(),
  deleted: z.boolean(),
  platformKey: z.string(),
  platformLabel: z.string(),
  assetType,
  versionNumber: z.int().min(1),
  title: z.string().nullable(),
})

export const listedAssetVersion = z
  .object({
    id: z.string(),
    assetType,
    platformKey: z.string(),
    prompt: z.string(),
    outputUrl: z.string().meta({ description: 'Media file; empty when the capture had none' }),
    thumbnailUrl: z.string().nullable(),
    status: assetStatus,
    versionNumber: z.int().min(1).meta({ description: 'Counted within scene, type and platform' }),
    createdAt: timestamp,
  })
  .meta({ id: 'ListedAssetVersion' })

/** What ingest answers with. docs/interface.md, "POST /api/extension/ingest". */
export const capturedAssetVersion = z
  .object({
    id: z.string(),
    versionNumber: z.int().min(1),
    platformKey: z.string(),
    platformLabel: z.string(),
    assetType,
    status: assetStatus,
    rightsState,
    shotId: z.string().nullable(),
    createdAt: timestamp,
  })
  .meta({ id: 'CapturedAssetVersion' })

/** What asset-update answers with: ingest's fields and what the update is about. */
export const updatedAssetVersion = capturedAssetVersion
  .extend({
    selected: z.boolean().meta({ description: 'Whether it is the winner of its scene, shot and type' }),
    compareGroup: z.string().nullable(),
  })
  .meta({ id: 'UpdatedAssetVersion' })

export type CapturedAssetVersion = z.output<typeof capturedAssetVersion>
export type UpdatedAssetVersion = z.output<typeof updatedAssetVersion>
