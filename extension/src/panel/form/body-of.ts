import { jsonProblem } from '@dailies/ui/json-problem.ts'
import { parseExactly } from '../../../../sdk/src/exact-json.ts'
import type { CaptureBody } from '../../queue/queued-capture.ts'
import type { Draft, PackageDraft } from './draft.ts'

/** What the form itself finds wrong, by field; the rest is for the service to say. */
export type DraftProblem = 'required' | 'number' | 'address' | 'json' | 'object'

export type Made = { body: CaptureBody } | { problems: Record<string, DraftProblem> }

/** The capture that a form says. What the form does not show (provenance, the platform's id) is kept from `before`. */
export function bodyOf(draft: Draft, before: CaptureBody): Made {
  const problems: Record<string, DraftProblem> = {}
  const reader = readerOf(draft as unknown as Record<string, unknown>, (field, problem) => {
    problems[field] ??= problem
  })
  const { text, amount, address, object } = reader
  const keepsPlatform = before.platformId !== undefined && draft.platformKey === (before.platformKey ?? '')
  for (const field of ['projectId', 'sceneId', 'prompt'] as const)
    if (!text(field)) problems[field] = 'required'
  if (!text('platformKey') && !keepsPlatform) problems.platformKey = 'required'

  const body: CaptureBody = {
    ...(before.provenance && { provenance: before.provenance }),
    ...(keepsPlatform && { platformId: before.platformId }),
    projectId: text('projectId'),
    sceneId: text('sceneId'),
    shotId: text('shotId'),
    platformKey: text('platformKey')?.toLowerCase(),
    platformLabel: text('platformLabel'),
    assetType: draft.assetType,
    status: draft.status,
    selected: draft.selected || undefined,
    compareGroup: text('compareGroup'),
    prompt: text('prompt'),
    negativePrompt: text('negativePrompt'),
    outputUrl: address('outputUrl'),
    thumbnailUrl: text('thumbnailUrl'),
    sourceUrl: text('sourceUrl'),
    title: text('title'),
    modelName: text('modelName'),
    externalAssetId: text('externalAssetId'),
    notes: text('notes'),
    tags: draft.tags.length > 0 ? draft.tags : undefined,
    rightsState: draft.rightsState,
    costEstimateUsd: amount('costEstimateUsd'),
    generationSeconds: amount('generationSeconds'),
    queueWaitSeconds: amount('queueWaitSeconds'),
    metadata: object('metadata'),
    parentVersionId: idIn(text('parentVersionId')),
    ...(draft.createPromptPackage
      ? { createPromptPackage: true, promptPackage: packageOf(draft.promptPackage, problems) }
      : { promptPackageId: text('promptPackageId') }),
  }
  return Object.keys(problems).length > 0 ? { problems } : { body: withoutGaps(body) }
}

/** Problems of it are told under `promptPackage.FIELD`. */
function packageOf(
  draft: PackageDraft,
  problems: Record<string, DraftProblem>,
): CaptureBody['promptPackage'] {
  const { text, amount, json, object } = readerOf(
    draft as unknown as Record<string, unknown>,
    (field, problem) => {
      problems[`promptPackage.${field}`] ??= problem
    },
  )
  return withoutGaps({
    name: text('name'),
    prompt: text('prompt'),
    negativePrompt: text('negativePrompt'),
    targetAspectRatio: text('targetAspectRatio'),
    targetDurationSec: amount('targetDurationSec'),
    tags: draft.tags.length > 0 ? draft.tags : undefined,
    constraints: json('constraints'),
    styleProfile: json('styleProfile'),
    metadata: object('metadata'),
  })
}

/** Reads fields as what they stand for; an empty one as undefined. */
function readerOf(fields: Record<string, unknown>, tell: (field: string, problem: DraftProblem) => void) {
  const raw = (field: string) => String(fields[field] ?? '').trim()
  const text = (field: string) => raw(field) || undefined
  const amount = (field: string) => {
    const written = raw(field)
    if (written === '') return undefined
    const number = Number(written.replace(',', '.'))
    if (!Number.isFinite(number) || number < 0) tell(field, 'number')
    return number
  }
  const address = (field: string) => {
    const written = text(field)
    if (written && !(/^https?:\/\//i.test(written) && URL.canParse(written))) tell(field, 'address')
    return written
  }
  const json = (field: string): unknown => {
    const written = raw(field)
    if (written === '') return undefined
    if (!jsonProblem(written)) return parseExactly(written)
    tell(field, 'json')
    return undefined
  }
  const object = (field: string) => {
    const value = json(field)
    if (value === undefined) return undefined
    if (typeof value !== 'object' || value === null || Array.isArray(value)) tell(field, 'object')
    return value as Record<string, unknown>
  }
  return { text, amount, address, json, object }
}

/** The id in the address of a version in the console, else the text as it is. */
export function idIn(text: string | undefined): string | undefined {
  return text && (/^https?:\/\/.*\/assets\/([^/?#]+)/i.exec(text)?.[1] ?? text)
}

function withoutGaps<T extends object>(values: T): T {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as T
}
