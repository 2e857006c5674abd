import type { AssetVersion } from '@dailies/contract/board.ts'
import type {
  NewPromptPackage,
  PromptPackage,
  PromptPackageUpdate,
} from '@dailies/contract/prompt-package.ts'
import { jsonProblem } from '@dailies/ui/json-problem.ts'
import { tagChanges } from '../../ui/list-change.ts'
import { jsonText, jsonValue } from './json-value.ts'

/** A prompt package as it is typed. */
export interface Draft {
  name: string
  prompt: string
  negativePrompt: string
  targetAspectRatio: string
  targetDurationSec: string
  tags: string[]
  constraints: string
  styleProfile: string
  metadata: string
}

export const emptyDraft: Draft = {
  name: '',
  prompt: '',
  negativePrompt: '',
  targetAspectRatio: '',
  targetDurationSec: '',
  tags: [],
  constraints: '',
  styleProfile: '',
  metadata: '',
}

/** What its fields are called. */
export const labels: Record<keyof Draft, string> = {
  name: 'Name',
  prompt: 'Prompt',
  negativePrompt: 'Negative prompt',
  targetAspectRatio: 'Aspect ratio',
  targetDurationSec: 'Duration in seconds',
  tags: 'Tags',
  constraints: 'Constraints',
  styleProfile: 'Style profile',
  metadata: 'Metadata',
}

export function draftOf(promptPackage: PromptPackage): Draft {
  return {
    name: promptPackage.name,
    prompt: promptPackage.prompt,
    negativePrompt: promptPackage.negativePrompt ?? '',
    targetAspectRatio: promptPackage.targetAspectRatio ?? '',
    targetDurationSec: promptPackage.targetDurationSec?.toString() ?? '',
    tags: promptPackage.tags,
    constraints: jsonText(promptPackage.constraints),
    styleProfile: jsonText(promptPackage.styleProfile),
    metadata: jsonText(promptPackage.metadata),
  }
}

/** What a version tells of how it was made, as the beginning of a package. */
export function draftFrom(version: AssetVersion): Draft {
  const { metadata } = version
  const ratio = metadata?.aspectRatio ?? metadata?.aspect_ratio ?? metadata?.ar
  const seconds = metadata?.durationSeconds ?? metadata?.durationSec ?? metadata?.duration
  return {
    ...emptyDraft,
    name: (version.title || version.prompt.split(/\s+/).slice(0, 8).join(' ')).slice(0, 500),
    prompt: version.prompt,
    negativePrompt: version.negativePrompt ?? '',
    targetAspectRatio: typeof ratio === 'string' && ratio.length <= 50 ? ratio : '',
    targetDurationSec: Number.isFinite(Number.parseFloat(String(seconds)))
      ? String(Number.parseFloat(String(seconds)))
      : '',
    tags: version.tags,
    metadata: jsonText({
      platformKey: version.platformKey,
      modelName: version.modelName,
      assetVersionId: version.id,
    }),
  }
}

/** What of the draft cannot be sent, by field. */
export function draftProblems({
  constraints,
  styleProfile,
  metadata,
}: Draft): Partial<Record<keyof Draft, string>> {
  const problems = Object.entries({ constraints, styleProfile, metadata }).flatMap(([field, text]) => {
    const problem = text.trim() === '' ? undefined : jsonProblem(text)
    return problem ? [[field, problem.message]] : []
  })
  return Object.fromEntries(problems)
}

/** The draft as the service takes it. */
export function bodyOf(draft: Draft): NewPromptPackage {
  const seconds = draft.targetDurationSec.trim()
  return {
    name: draft.name,
    prompt: draft.prompt,
    negativePrompt: draft.negativePrompt || null,
    targetAspectRatio: draft.targetAspectRatio.trim() || null,
    // What is no number is refused by the service, at its field.
    targetDurationSec:
      seconds === ''
        ? null
        : Number.isNaN(Number(seconds))
          ? (seconds as unknown as number)
          : Number(seconds),
    tags: draft.tags,
    constraints: jsonValue(draft.constraints),
    styleProfile: jsonValue(draft.styleProfile),
    metadata: jsonValue(draft.metadata) as Record<string, unknown> | null,
  }
}

/** Only what was changed: what was not keeps every digit that it has. */
export function changesOf(before: Draft, after: Draft): PromptPackageUpdate {
  const { tags: _, ...rest } = bodyOf(after)
  const body = Object.entries(rest) as [keyof Draft, unknown][]
  const changed = body.filter(([field]) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
  return { ...Object.fromEntries(changed), ...tagChanges(before.tags, after.tags) }
}
