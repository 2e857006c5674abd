import { z } from 'zod'
import { assetStatus, assetType, rightsState } from './asset-version.ts'
import { jsonObject } from './json-object.ts'
import { day, timestamp } from './text.ts'

const person = z.object({ id: z.string(), name: z.string().nullable() })

const usd = z.number().nullable().meta({ description: 'US dollars; null where nobody told' })

const words = z.string().max(500)

/**
 * What a file says of itself, signed (C2PA). none: it says nothing; trusted: what it says is whole, and signed by somebody who is
 * trusted here; valid: whole, but nobody here knows the signer; invalid: it was changed since, or signed wrongly; unreadable: it
 * could not be looked at.
 */
export const contentCredentials = z
  .object({
    state: z.enum(['none', 'trusted', 'valid', 'invalid', 'unreadable']),
    signer: words.nullable().meta({ description: 'Name in the certificate' }),
    issuer: words.nullable().meta({ description: 'Organisation in the certificate' }),
    signedAt: words.nullable().meta({ description: 'As a time authority says; null without one' }),
    generator: words.nullable().meta({ description: 'The program that wrote it' }),
    title: words.nullable(),
    digitalSourceType: words.nullable().meta({ description: 'IPTC: how it came to be' }),
    actions: z
      .array(z.object({ action: words, when: words.nullable(), agent: words.nullable() }))
      .max(50)
      .meta({ description: 'What was done, the first 50' }),
    reasons: z.array(words).max(20).meta({ description: 'Why it is invalid, or not trusted' }),
  })
  .meta({ id: 'ContentCredentials' })

/** What a take and those that it was made from have in common. */
const told = {
  id: z.string(),
  assetType,
  versionNumber: z.int().min(1),
  scene: z.string().meta({ description: 'Scene number' }),
  shot: z.string().nullable().meta({ description: 'Shot code' }),
  prompt: z.string(),
  negativePrompt: z.string().nullable(),
  modelName: z.string().nullable(),
  seed: z.string().nullable().meta({ description: 'Of the settings, with all of its digits' }),
  settings: jsonObject.nullable().meta({ description: 'As they were captured' }),
  platform: z.object({ key: z.string(), label: z.string() }),
  costEstimateUsd: usd,
  rightsState,
  capturedBy: person,
  capturedAt: timestamp,
  sha256: z.string().nullable().meta({ description: 'Of the bytes that are kept, in hex' }),
}

/** A take that another was made from. */
export const sidecarParent = z
  .object({
    ...told,
    isShortened: z.boolean().meta({
      description: 'Prompts have their first 4,000 characters, settings are left out over 8,192',
    }),
  })
  .meta({ id: 'SidecarParent' })

/** Where a take comes from: what lies beside its file when it is handed over. docs/provenance.md */
export const sidecar = z
  .object({
    format: z.literal('dailies-take/1'),
    ...told,
    project: z.object({ id: z.string(), name: z.string() }),
    title: z.string().nullable(),
    status: assetStatus,
    selected: z.boolean(),
    sourceUrl: z.string().nullable().meta({ description: 'Page where it was generated' }),
    externalAssetId: z.string().nullable(),
    promptPackage: z.string().nullable().meta({ description: 'Name of the package that it was made by' }),
    generationSeconds: z.number().nullable(),
    queueWaitSeconds: z.number().nullable(),
    provenance: jsonObject.nullable().meta({ description: 'What the capture said of itself' }),
    bytes: z.int().nullable(),
    credentials: contentCredentials.nullable().meta({
      description: 'What the file says of itself, signed; null as long as nobody has looked',
    }),
    parents: z
      .array(sidecarParent)
      .meta({ description: 'What it was made from, the nearest first, up to the first; 100 at most' }),
    parentsAreWhole: z.boolean().meta({
      description: 'False where there are more, or one of them was deleted',
    }),
  })
  .meta({ id: 'Sidecar' })

/** Why a take is not safe to ship, or why nobody can tell. */
export const rightsProblem = z
  .enum([
    ...(['RIGHTS_UNKNOWN', 'NON_COMMERCIAL', 'RESTRICTED'] as const),
    ...(['MADE_FROM_RIGHTS_UNKNOWN', 'MADE_FROM_NON_COMMERCIAL', 'MADE_FROM_RESTRICTED'] as const),
    ...(['MODEL_UNKNOWN', 'MEDIA_NOT_KEPT', 'NOT_APPROVED'] as const),
  ])
  .meta({ id: 'RightsProblem' })

/** A take that is seen or heard in the film. */
export const sheetTake = z
  .object({
    assetVersionId: z.string(),
    assetType,
    versionNumber: z.int().min(1),
    platformKey: z.string(),
    platformLabel: z.string(),
    modelName: z.string().nullable(),
    rightsState,
    status: assetStatus,
    costEstimateUsd: usd,
    capturedBy: person,
    capturedAt: timestamp,
    sha256: z.string().nullable(),
    madeFrom: z.string().nullable().meta({ description: 'Id of the take that it was made from' }),
    problems: z.array(rightsProblem),
    isSafe: z.boolean().meta({
      description: 'Its rights, and those of all that it was made from, allow that it is shown for money',
    }),
  })
  .meta({ id: 'SheetTake' })

/** A place of the film. */
export const sheetEntry = z
  .object({
    scene: z.string().meta({ description: 'Scene number' }),
    shot: z.string().nullable().meta({ description: 'Shot code' }),
    kind: z.enum(['film', 'still', 'slate']).meta({ description: 'slate: nothing is chosen yet' }),
    start: z.int().min(0).meta({ description: 'Frame of the film' }),
    duration: z.int().min(1).meta({ description: 'Frames of the film' }),
    takes: z.array(sheetTake).meta({ description: 'What is seen, and then what begins to be heard with it' }),
  })
  .meta({ id: 'SheetEntry' })

const counted = { takes: z.int().min(1), costUsd: z.number().meta({ description: 'Sum of what is known' }) }

/** What the sheet comes to. */
export const sheetSums = z
  .object({
    places: z.int().min(0),
    slates: z.int().min(0).meta({ description: 'Places without a take' }),
    frames: z.int().min(0),
    takes: z.int().min(0),
    notSafe: z.int().min(0).meta({ description: 'Takes that are not safe to ship' }),
    withoutCost: z.int().min(0).meta({ description: 'Takes of which nobody told the cost' }),
    costUsd: z.number(),
    rights: z.array(z.object({ rightsState, takes: z.int().min(1) })),
    tools: z
      .array(
        z.object({
          platformKey: z.string(),
          platformLabel: z.string(),
          modelName: z.string().nullable(),
          ...counted,
        }),
      )
      .meta({ description: 'By platform and model; the first 1,000' }),
    people: z.array(person.extend({ takes: z.int().min(1) })).meta({
      description: 'Who captured them; the first 1,000',
    }),
    disclosure: z.array(z.string()).meta({ description: 'Lines for whoever distributes the film' }),
  })
  .meta({ id: 'SheetSums' })

/** The rights sheet of a film. The same film has the same bytes: the only date in it is the one that was asked with. */
export const rightsSheet = z
  .object({
    data: z.array(sheetEntry),
    metadata: z.object({
      project: z.object({ id: z.string(), name: z.string() }),
      date: day.nullable().meta({ description: 'As it was asked with' }),
      rate: z.object({ numerator: z.int(), denominator: z.int() }),
      sums: sheetSums,
    }),
  })
  .meta({ id: 'RightsSheet' })

export type ContentCredentials = z.output<typeof contentCredentials>
export type Sidecar = z.output<typeof sidecar>
export type SidecarParent = z.output<typeof sidecarParent>
export type RightsProblem = z.output<typeof rightsProblem>
export type SheetTake = z.output<typeof sheetTake>
export type SheetEntry = z.output<typeof sheetEntry>
export type SheetSums = z.output<typeof sheetSums>
export type RightsSheet = z.output<typeof rightsSheet>
