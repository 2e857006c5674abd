import { z } from 'zod'
import { assetStatus, assetType, listedAssetVersion, rightsState } from './asset-version.ts'
import { tagChanges, tags } from './capture.ts'
import { numberOf } from './endpoint.ts'
import { jsonObject } from './json-object.ts'
import { markFilter, marks } from './mark.ts'
import { mostStars } from './mark-limits.ts'
import { cardMedia, mediaState } from './media.ts'
import { myRole } from './member.ts'
import { projectStatus } from './project.ts'
import { id, text, timestamp } from './text.ts'
import { verdictCounts, verdictKind } from './verdict.ts'
import { was } from './was.ts'

/** An asset version as a card of the board has it. */
export const assetCard = listedAssetVersion
  .extend({
    prompt: z.string().meta({ description: 'Its first 500 characters' }),
    platformLabel: z.string(),
    title: z.string().nullable(),
    shotId: z.string().nullable(),
    selected: z.boolean().meta({ description: 'Whether it is the winner of its scene, shot and type' }),
    compareGroup: z.string().nullable(),
    rightsState,
    modelName: z.string().nullable(),
    costEstimateUsd: z.number().nullable(),
    generationSeconds: z.number().nullable(),
    createdBy: z.string().meta({ description: 'Id of the user who captured it' }),
    createdByName: z.string().nullable(),
    updatedAt: timestamp,
    media: cardMedia.nullable().meta({ description: 'Null where nothing was captured that could be kept' }),
    openNotes: z.int().min(0).meta({ description: 'Threads of comments that nobody ticked off' }),
    verdicts: verdictCounts,
    marks,
  })
  .meta({ id: 'AssetCard' })

/** A card in the list of a scene. */
export const boardCard = assetCard
  .extend({
    stackCount: z.int().min(1).optional().meta({
      description:
        'With `stacked`: how many answer that are of its shot, itself among them; 1 for one without a shot. Not there otherwise',
    }),
  })
  .meta({ id: 'BoardCard' })

/** Everything that is known of an asset version. */
export const assetVersion = assetCard
  .extend({
    prompt: z.string(),
    negativePrompt: z.string().nullable(),
    sourceUrl: z.string().nullable(),
    externalAssetId: z.string().nullable(),
    parentVersionId: z.string().nullable(),
    metadata: jsonObject.nullable(),
    provenance: jsonObject.nullable(),
    tags: z.array(z.string()),
    notes: z.string().nullable(),
    queueWaitSeconds: z.number().nullable(),
    project: z.object({ id: z.string(), name: z.string(), status: projectStatus, role: myRole }),
    scene: z.object({ id: z.string(), sceneId: z.string() }),
    shot: z.object({ id: z.string(), shotCode: z.string() }).nullable(),
    myVerdict: verdictKind.nullable().meta({ description: 'The latest of whoever asks' }),
    promptPackage: z.object({ id: z.string(), name: z.string() }).nullable(),
  })
  .meta({ id: 'AssetVersion' })

/** A missing field stays as it is, null clears it. What was captured (media, prompt, model, provenance) never changes. */
export const assetDetails = z
  .object({
    title: text(1000).nullable(),
    notes: text(20_000).nullable(),
    tags,
    ...tagChanges,
    rightsState,
    shotId: id.nullable().meta({
      description:
        'A shot of the same scene. A version that moves is no winner there; if it was SELECTED it becomes GENERATED.',
    }),
  })
  .partial()
  .extend({
    was: was(assetVersion.pick({ title: true, notes: true, tags: true, rightsState: true, shotId: true })),
  })
  .meta({ id: 'AssetDetails' })

/** A missing field stays as it is; `compareGroup: null` clears it. */
export const assetSelection = z
  .object({ selected: z.boolean().optional(), compareGroup: text(200).nullable().optional() })
  .meta({ id: 'AssetSelection' })

export const boardOrder = z.enum(['newest', 'oldest', 'costliest', 'cheapest', 'slowest', 'fastest']).meta({
  description:
    'costliest: by cost, slowest: by generation time; what has none comes last. cheapest and fastest: the same from its end',
})

export const stacked = z.enum(['true', 'false'], 'Must be true or false').default('false').meta({
  description:
    'One of each shot, of those that answer: its winner, of several the newest, else the newest take. It stands where it would stand by itself. Those without a shot are all there. The others of a shot: the same without `stacked`, with `shotId`',
})

const starsAtLeast = z
  .preprocess(
    (value: number) => numberOf(value),
    z
      .number('Must be a whole number')
      .min(1, 'Must be 1 or more')
      .max(mostStars, `Must be at most ${mostStars}`),
  )
  .optional()

/** What is left of a scene's asset versions. Each field that is given narrows further. */
export const boardFilter = z.object({
  assetType: assetType.optional(),
  platformKey: text(100)
    .overwrite((key) => key.toLowerCase())
    .optional(),
  status: assetStatus.optional(),
  rightsState: rightsState.optional(),
  compareGroup: text(200).optional(),
  shotId: id.optional().meta({ description: '`none` for those without a shot' }),
  createdBy: id.optional().meta({ description: 'Id of the user who captured it' }),
  selected: z
    .enum(['true', 'false'], 'Must be true or false')
    .optional()
    .meta({ description: 'Winners, or all but them' }),
  media: z.enum(['waiting', 'kept', 'lost', 'none']).optional().meta({
    description: 'By what became of its media; `none` for those that have none',
  }),
  mark: markFilter.optional().meta({
    description: 'By the flag of one’s own mark (`mine:`) or of the film’s (`film:`)',
  }),
  stars: starsAtLeast.meta({ type: 'integer', description: 'So many of one’s own, or more' }),
  filmStars: starsAtLeast.meta({ type: 'integer', description: 'So many of the film’s, or more' }),
  seen: z
    .enum(['true', 'false'], 'Must be true or false')
    .optional()
    .meta({ description: 'Those that one has looked at, or all but them' }),
  q: text(500).optional().meta({ description: 'Text in the prompt or title, in any case' }),
})

const count = <T extends z.ZodType>(value: T) => z.array(z.object({ value, count: z.int().min(1) }))

/** Which values a scene's asset versions have, the most frequent first: what its filters offer. */
export const boardFacets = z
  .object({
    total: z.int().min(0),
    assetTypes: count(assetType),
    platforms: z.array(z.object({ value: z.string(), label: z.string(), count: z.int().min(1) })),
    statuses: count(assetStatus),
    rightsStates: count(rightsState),
    compareGroups: count(z.string()),
    shots: z.array(z.object({ value: z.string().nullable(), count: z.int().min(1) })),
    media: count(z.enum([...mediaState.options, 'none'])),
    people: z
      .array(z.object({ value: z.string(), name: z.string().nullable(), count: z.int().min(1) }))
      .meta({ description: 'Who captured them: `value` is the id' }),
  })
  .meta({ id: 'BoardFacets' })

/** A version of a family: all that were made from one another. */
export const lineageNode = assetCard
  .pick({
    id: true,
    assetType: true,
    platformKey: true,
    prompt: true,
    outputUrl: true,
    thumbnailUrl: true,
    status: true,
    selected: true,
    versionNumber: true,
    createdAt: true,
    media: true,
  })
  .extend({
    parentVersionId: z
      .string()
      .nullable()
      .meta({ description: 'Not in the list where that one was deleted' }),
    sceneId: z.string().meta({ description: 'Number of its scene' }),
  })
  .meta({ id: 'LineageNode' })

export const statusChange = z
  .object({
    id: z.string(),
    oldStatus: assetStatus,
    newStatus: assetStatus,
    changedBy: z.object({ id: z.string(), name: z.string() }).nullable(),
    createdAt: timestamp,
  })
  .meta({ id: 'StatusChange' })

export type AssetCard = z.output<typeof assetCard>
export type BoardCard = z.output<typeof boardCard>
export type AssetVersion = z.output<typeof assetVersion>
export type AssetDetails = z.output<typeof assetDetails>
export type AssetSelection = z.output<typeof assetSelection>
export type BoardFilter = z.output<typeof boardFilter>
export type BoardOrder = z.output<typeof boardOrder>
export type BoardFacets = z.output<typeof boardFacets>
export type LineageNode = z.output<typeof lineageNode>
export type StatusChange = z.output<typeof statusChange>
