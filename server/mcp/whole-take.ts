import { type AssetVersion, assetVersion } from '@dailies/contract/board.ts'
import { z } from 'zod'
import type { Reply } from '../../sdk/src/dailies.ts'
import type { Connection } from './connection.ts'
import { cut } from './plain.ts'
import { shownMarks, shownMedia } from './shown.ts'

/** The texts of a take that may be long, with how many characters of each are shown at first. */
export const longTexts = {
  prompt: 8000,
  negativePrompt: 2000,
  notes: 4000,
  metadata: 4000,
  provenance: 2000,
} as const

export type LongText = keyof typeof longTexts

/** Of the family of a take so many are shown. */
const mostRelatives = 20

const relative = z.object({
  id: z.string(),
  assetType: z.string(),
  versionNumber: z.int(),
  status: z.string(),
})

export const wholeTake = assetVersion
  .pick({
    id: true,
    versionNumber: true,
    assetType: true,
    platformKey: true,
    platformLabel: true,
    modelName: true,
    status: true,
    selected: true,
    rightsState: true,
    costEstimateUsd: true,
    generationSeconds: true,
    queueWaitSeconds: true,
    createdAt: true,
    createdByName: true,
    updatedAt: true,
    outputUrl: true,
    parentVersionId: true,
    tags: true,
    scene: true,
    shot: true,
    title: true,
    compareGroup: true,
  })
  .extend({
    prompt: z.string(),
    negativePrompt: z.string().nullable(),
    notes: z.string().nullable(),
    metadata: z.string().nullable().describe('JSON: seed, aspect ratio and other settings'),
    provenance: z.string().nullable().describe('JSON'),
    project: z.object({ id: z.string(), name: z.string(), status: z.string(), role: z.string() }),
    media: shownMedia.nullable(),
    marks: shownMarks,
    madeFrom: z.array(relative).describe('What it goes back to, the oldest first'),
    madeOfIt: z.array(relative).describe('What was made from it'),
    cut: z.array(z.string()).describe('Texts that are longer than shown here: read_text has all of them'),
  })

export type WholeTake = z.output<typeof wholeTake>

/** All of a take, but of long texts their beginning. Throws a DailiesError. */
export async function readTake({ exactly }: Connection, id: string, signal: AbortSignal): Promise<WholeTake> {
  const { data: version } = await exactly('readAsset', { id }, signal)
  const { data: family } = await exactly('readLineage', { id }, signal)
  const texts = textsOf(version)
  const names = Object.keys(longTexts) as LongText[]
  const cutTexts = Object.fromEntries(
    names.map((name) => [name, texts[name] === null ? null : cut(texts[name], longTexts[name])]),
  )
  return wholeTake.parse({
    ...version,
    ...cutTexts,
    media: version.media && {
      ...version.media,
      reason: version.media.reason && cut(version.media.reason, 300),
    },
    ...relativesOf(version, family),
    cut: names.filter((name) => (texts[name]?.length ?? 0) > longTexts[name]),
  })
}

/** All of them as text; free JSON as JSON. */
export function textsOf({
  prompt,
  negativePrompt,
  notes,
  metadata,
  provenance,
}: AssetVersion): Record<LongText, string | null> {
  return { prompt, negativePrompt, notes, metadata: jsonOf(metadata), provenance: jsonOf(provenance) }
}

function jsonOf(value: object | null): string | null {
  return value && JSON.stringify(value)
}

/** The way back from it, and its children. */
function relativesOf({ id, parentVersionId }: AssetVersion, family: Reply<'readLineage'>['data']) {
  const byId = new Map(family.map((node) => [node.id, node]))
  const madeFrom: typeof family = []
  let parent = parentVersionId === null ? undefined : byId.get(parentVersionId)
  while (parent && madeFrom.length < mostRelatives && !madeFrom.includes(parent)) {
    madeFrom.unshift(parent)
    parent = parent.parentVersionId === null ? undefined : byId.get(parent.parentVersionId)
  }
  const madeOfIt = family.filter((node) => node.parentVersionId === id).slice(0, mostRelatives)
  return { madeFrom, madeOfIt }
}
