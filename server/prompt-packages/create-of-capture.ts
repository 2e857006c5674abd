import type { Capture } from '@dailies/contract/capture.ts'
import type { Transaction } from '../db/database.ts'
import { newId } from '../db/id.ts'
import { jsonColumn } from '../db/json-column.ts'
import { insertPromptPackage } from './queries.ts'

const nameLength = 80

/** Makes a prompt package of `promptPackage`, its gaps filled from the rest of the capture. Returns its id. */
export async function createPackageOfCapture(
  transaction: Transaction,
  { projectId, capture, createdAt }: { projectId: string; capture: Capture; createdAt: string },
): Promise<string> {
  const draft = capture.promptPackage ?? {}
  const { aspectRatio, duration } = capture.metadata ?? {}
  const id = newId()
  await transaction.run(insertPromptPackage, {
    id,
    projectId,
    name: draft.name || capture.title || beginning(capture.prompt),
    prompt: draft.prompt || capture.prompt,
    negativePrompt: draft.negativePrompt ?? capture.negativePrompt ?? null,
    constraints: jsonColumn(draft.constraints),
    targetAspectRatio: draft.targetAspectRatio ?? (isAspectRatio(aspectRatio) ? aspectRatio : null),
    targetDurationSec: draft.targetDurationSec ?? (isDuration(duration) ? duration : null),
    styleProfile: jsonColumn(draft.styleProfile),
    tags: jsonColumn(draft.tags ?? capture.tags),
    metadata: jsonColumn(draft.metadata ?? capture.metadata),
    now: createdAt,
  })
  transaction.changed({ kind: 'promptPackage', projectId })
  return id
}

function beginning(prompt: string): string {
  const line = prompt.replace(/\s+/g, ' ').trim()
  return line.length <= nameLength ? line : `${whole(line.slice(0, nameLength - 1)).trimEnd()}…`
}

/** Without half of a character that the cut went through. */
function whole(text: string): string {
  return text.replace(/[\ud800-\udbff]$/, '')
}

/** Metadata is anything at all; only what the package itself would take is taken from it. */
function isAspectRatio(value: unknown): value is string {
  return typeof value === 'string' && value.length <= 50 && !value.includes('\0')
}

function isDuration(value: unknown): value is number {
  return typeof value === 'number' && value >= 0
}
