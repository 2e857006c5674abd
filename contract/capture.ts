import { z } from 'zod'
import { assetType, captureStatus, rightsState } from './asset-version.ts'
import { isJsonObject, jsonObject, withDoubles } from './json-object.ts'
import { ofArray } from './length.ts'
import { longestTag, mostTags } from './tag.ts'
import { id, requiredText, text } from './text.ts'

export const httpUrl = text(8192)
  .refine((value) => /^https?:\/\//i.test(value) && URL.canParse(value), 'Invalid URL')
  .meta({ format: 'uri' })

/** An amount that cannot be less than nothing: dollars, seconds. */
const amount = withDoubles(z.number().min(0, 'Must be 0 or more'))

export const tags = z.array(text(longestTag)).max(mostTags, ofArray(`Must be at most ${mostTags} tags`))

/** What somebody else adds or takes away meanwhile stays. */
export const tagChanges = {
  addTags: tags.meta({ description: 'Tags that come to those that are there; `tags` sets all of them' }),
  removeTags: tags.meta({ description: 'Tags that go' }),
}

/** What `promptPackage` may say of the package to make; what it leaves open comes from the capture. */
export const promptPackageDraft = z
  .object({
    name: text(500),
    prompt: text(100_000),
    negativePrompt: text(100_000),
    constraints: z.unknown(),
    targetAspectRatio: text(50),
    targetDurationSec: amount,
    styleProfile: z.unknown(),
    tags,
    metadata: jsonObject,
  })
  .partial()
  .meta({ id: 'PromptPackageDraft' })

/** A capture: the body of POST ingest. docs/interface.md, "POST /api/extension/ingest". */
export const capture = z
  .object({
    projectId: id,
    sceneId: requiredText(50)
      .transform((value) => value.toUpperCase())
      .meta({ description: 'Scene number; converted to upper case', examples: ['012A'] }),
    platformKey: requiredText(100)
      .transform((value) => value.toLowerCase())
      .optional()
      .meta({
        description:
          'Platform slug; converted to lower case. Required unless platformId is given. An unknown one is kept as it is.',
        examples: ['midjourney'],
      }),
    platformId: id
      .optional()
      .meta({ description: 'Id of a platform in the catalogue, instead of platformKey' }),
    assetType,
    prompt: requiredText(100_000),
    outputUrl: httpUrl.optional().meta({ description: 'Media file, HTTP or HTTPS' }),
    title: text(1000).optional(),
    sourceUrl: text(8192).optional().meta({ description: 'Page where it was generated' }),
    thumbnailUrl: text(8192).optional(),
    modelName: text(500).optional(),
    negativePrompt: text(100_000).optional(),
    metadata: jsonObject.optional().meta({ description: 'Structured data: duration, aspect ratio, seed …' }),
    tags: tags.optional(),
    status: captureStatus.default('DRAFT'),
    notes: text(20_000).optional(),
    shotId: id.optional().meta({ description: 'Shot of the scene to capture into' }),
    selected: z.boolean().default(false).meta({ description: 'Makes it the winner; overrides status' }),
    externalAssetId: text(1000).optional().meta({ description: "The platform's job or generation id" }),
    promptPackageId: id.optional().meta({ description: 'Prompt package it was generated from' }),
    compareGroup: text(200).optional(),
    rightsState: rightsState.default('UNKNOWN').meta({
      description:
        'Where it is UNKNOWN, what the studio set for the platform in this project counts, if anything',
    }),
    createPromptPackage: z.boolean().default(false),
    // Zod would take a raw JSON number for an object without members.
    promptPackage: withDoubles(promptPackageDraft)
      .optional()
      .meta({ description: 'Used with createPromptPackage only; its gaps are filled from the capture' }),
    provenance: jsonObject.optional().meta({
      description: 'Capture source and extension version. A `captureId` in it makes a repeat safe.',
    }),
    platformLabel: text(200).optional(),
    parentVersionId: id
      .optional()
      .meta({ description: 'Version of the same project that this one iterates on' }),
    costEstimateUsd: amount.optional(),
    generationSeconds: amount.optional(),
    queueWaitSeconds: amount.optional(),
  })
  .refine((body) => body.platformKey !== undefined || body.platformId !== undefined, {
    path: ['platformKey'],
    error: 'Required',
    when: ({ value }) => isJsonObject(value),
  })
  .meta({ id: 'Capture' })

export type Capture = z.output<typeof capture>

/** As a client sends it, without the defaults. */
export type CaptureInput = z.input<typeof capture>
