import type { ProjectRole } from '@dailies/contract/member.ts'
import type { NewPromptPackage, PromptPackage } from '@dailies/contract/prompt-package.ts'
import type { Connection, Transaction } from '../db/database.ts'
import { jsonColumn, ofJsonColumn, ofListColumn } from '../db/json-column.ts'
import { notFound } from '../error.ts'
import { type Actor, admitMember } from '../production/membership.ts'
import { holdProject } from '../production/project.ts'
import { findPromptPackageOfMember, type PromptPackageFields, type PromptPackageRow } from './queries.ts'

const missing = () => notFound('Prompt package')

/** Throws `not_found` for one that is missing or out of reach, `forbidden` where the actor's role is less than `need`. */
export async function requirePromptPackage(
  db: Connection,
  actor: Actor,
  id: string,
  need: ProjectRole = 'viewer',
): Promise<PromptPackage> {
  const found = await db.first(findPromptPackageOfMember, { id, userId: actor.userId })
  const { memberRole: _, ...row } = admitMember({ actor, need, missing }, found)
  return toPromptPackage(row)
}

/** One to be changed; its project is held until the transaction ends. */
export async function promptPackageToChange(
  transaction: Transaction,
  actor: Actor,
  id: string,
): Promise<PromptPackage> {
  const { projectId } = await requirePromptPackage(transaction, actor, id, 'editor')
  await holdProject(transaction, { actor, need: 'editor', missing }, projectId)
  // As it is by now.
  const found = await requirePromptPackage(transaction, actor, id, 'editor')
  transaction.changed({ kind: 'promptPackage', projectId })
  return found
}

export function toPromptPackage(row: PromptPackageRow): PromptPackage {
  return {
    ...row,
    constraints: ofJsonColumn(row.constraints),
    styleProfile: ofJsonColumn(row.styleProfile),
    tags: ofListColumn(row.tags),
    metadata: ofJsonColumn(row.metadata),
  }
}

export function toColumns(id: string, fields: NewPromptPackage, now: string): PromptPackageFields {
  return {
    id,
    name: fields.name,
    prompt: fields.prompt,
    negativePrompt: fields.negativePrompt ?? null,
    constraints: jsonColumn(fields.constraints ?? undefined),
    targetAspectRatio: fields.targetAspectRatio ?? null,
    targetDurationSec: fields.targetDurationSec ?? null,
    styleProfile: jsonColumn(fields.styleProfile ?? undefined),
    tags: jsonColumn(fields.tags),
    metadata: jsonColumn(fields.metadata ?? undefined),
    now,
  }
}
