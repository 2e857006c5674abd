import { z } from 'zod'
import { assetStatus, assetType, rightsState } from './asset-version.ts'
import { budget } from './budget.ts'
import { page } from './endpoint.ts'
import { projectStatus } from './project.ts'

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

/** Rows by platform and model in one report: models are whatever captures call them. */
export const mostPlatforms = 200

const byPlatform = z
  .array(
    z.object({
      platformKey: z.string(),
      platformLabel: z.string(),
      modelName: z.string().nullable(),
      ...sums,
    }),
  )
  .meta({
    description: `By platform and model, the costliest first, then the most versions; ${mostPlatforms} at most`,
  })

const otherPlatforms = z
  .object({ count: z.int().min(0), ...sums })
  .meta({ description: 'How many more platforms and models there are, and their versions together' })

const byPerson = z
  .array(z.object({ user: z.object({ id: z.string(), name: z.string() }), ...sums }))
  .meta({ description: 'By who captured them, the costliest first, then the most versions' })

/** What a project took: money, time, takes; and what of it is not safe to ship. */
export const projectReport = z
  .object({
    totals: z.object(sums),
    ...budget,
    byPlatform,
    otherPlatforms,
    byPerson,
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

/** What films took, a page of them, and what those of the page did together. */
export const filmsReport = page(
  z
    .object({
      project: z.object({ id: z.string(), name: z.string(), status: projectStatus }),
      ...sums,
      ...budget,
    })
    .meta({ id: 'FilmReport' }),
).extend({
  metadata: page(z.unknown()).shape.metadata.extend({
    byPlatform: byPlatform.meta({
      description: `Of the films of this page, by platform and model; ${mostPlatforms} at most`,
    }),
    otherPlatforms,
    byPerson: byPerson.meta({ description: 'Of the films of this page, by who captured them' }),
  }),
})

export type FilmsReport = z.output<typeof filmsReport>

export type ProjectReport = z.output<typeof projectReport>
