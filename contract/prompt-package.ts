import { z } from 'zod'
import { promptPackageDraft, tagChanges } from './capture.ts'
import { jsonObject } from './json-object.ts'
import { requiredText, timestamp, trimmedText } from './text.ts'
import { was } from './was.ts'

/** A reusable prompt with its constraints. */
export const promptPackage = z
  .object({
    id: z.string(),
    projectId: z.string(),
    name: z.string(),
    prompt: z.string(),
    negativePrompt: z.string().nullable(),
    constraints: z.unknown().nullable(),
    targetAspectRatio: z.string().nullable(),
    targetDurationSec: z.number().nullable(),
    styleProfile: z.unknown().nullable(),
    tags: z.array(z.string()),
    metadata: jsonObject.nullable(),
    versionCount: z.int().min(0).meta({ description: 'Asset versions that were made from it' }),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'PromptPackage' })

const fields = promptPackageDraft.shape
const required = {
  name: trimmedText(500),
  prompt: requiredText(100_000),
}
const rest = z.object({
  negativePrompt: fields.negativePrompt.unwrap().nullable(),
  constraints: z.unknown(),
  targetAspectRatio: fields.targetAspectRatio.unwrap().nullable(),
  targetDurationSec: fields.targetDurationSec.unwrap().nullable(),
  styleProfile: z.unknown(),
  tags: fields.tags.unwrap(),
  metadata: fields.metadata.unwrap().nullable(),
})

export const newPromptPackage = rest.partial().extend(required).meta({ id: 'NewPromptPackage' })

/** A missing field stays as it is, null clears it. */
export const promptPackageUpdate = rest
  .extend({ ...required, ...tagChanges })
  .partial()
  .extend({
    was: was(
      promptPackage
        .omit({ id: true, projectId: true, versionCount: true, createdAt: true, updatedAt: true })
        .extend({ targetDurationSec: rest.shape.targetDurationSec }),
    ),
  })
  .meta({ id: 'PromptPackageUpdate' })

export type PromptPackage = z.output<typeof promptPackage>
export type NewPromptPackage = z.output<typeof newPromptPackage>
export type PromptPackageUpdate = z.output<typeof promptPackageUpdate>
