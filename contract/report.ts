import { z } from 'zod'
import { assetStatus, assetType, rightsState } from './asset-version.ts'

const sums = {
  versions: z.int().min(0),
  winners: z.int().min(0),
  costUsd: z.number().meta({ description: 'Sum of what is known' }),
  withCost: z.int().min(0).meta({ description: 'How many versions tell their cost' }),
  generationSeconds: z.number(),
  withGenerationTime: z.int().min(0),
  queueWaitSeconds: z.number(),
  withQueueTime: z.int().min(0),
}

/** What a project took: money, time, takes; and what of it is not safe to ship. */
export const projectReport = z
  .object({
    totals: z.object(sums),
    byPlatform: z
      .array(
        z.object({
          platformKey: z.string(),
          platformLabel: z.string(),
          modelName: z.string().nullable(),
          ...sums,
        }),
      )
      .meta({ description: 'By platform and model, the costliest first, then the most versions' }),
    byScene: z
      .array(
        z.object({
          sceneDbId: z.string(),
          sceneId: z.string().meta({ description: 'Scene number' }),
          versions: z.int().min(0),
          winners: z.int().min(0),
          costUsd: z.number(),
        }),
      )
      .meta({ description: 'By scene number: takes per winner are versions divided by winners' }),
    rights: z
      .array(
        z.object({
          rightsState,
          versions: z.int().min(0),
          inUse: z.int().min(0).meta({ description: 'Winners, and APPROVED or FINAL versions' }),
        }),
      )
      .meta({ description: 'One of each state' }),
    notSafe: z
      .array(
        z.object({
          id: z.string(),
          sceneId: z.string(),
          shotCode: z.string().nullable(),
          assetType,
          platformKey: z.string(),
          platformLabel: z.string(),
          versionNumber: z.int(),
          status: assetStatus,
          rightsState,
          title: z.string().nullable(),
        }),
      )
      .meta({
        description:
          'What is in use though its rights are not COMMERCIAL_ALLOWED, by scene, shot and type; the first 1000',
      }),
  })
  .meta({ id: 'ProjectReport' })

export type ProjectReport = z.output<typeof projectReport>
