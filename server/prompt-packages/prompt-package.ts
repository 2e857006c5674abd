import type { NewPromptPackage, PromptPackage } from '@dailies/contract/prompt-package.ts'
import type { Connection, Transaction } from '../db/database.ts'
import { jsonColumn, ofJsonColumn, ofListColumn } from '../db/json-column.ts'
import { notFound } from '../error.ts'
import { type Owner, reaches } from '../production/ownership.ts'
import {
  findPromptPackageOfOwner,
  lockPromptPackageOfOwner,
  type PromptPackageFields,
  type PromptPackageRow,
} from './queries.ts'

/** Throws `not_found` for one that is missing, another user's or out of reach. */
export async function requirePromptPackage(db: Connection, owner: Owner, id: string): Promise<PromptPackage> {
  const found = await db.first(findPromptPackageOfOwner, { id, userId: owner.userId })
  if (!found || !reaches(owner, found.projectId)) throw notFound('Prompt package')
  return toPromptPackage(found)
}

/** The same, held until the transaction ends. */
export async function promptPackageToChange(
  transaction: Transaction,
  owner: Owner,
  id: string,
): Promise<PromptPackage> {
  await transaction.first(lockPromptPackageOfOwner, { id, userId: owner.userId })
  return requirePromptPackage(transaction, owner, id)
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
