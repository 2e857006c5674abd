import type { ApprovalRule, ApprovalRuleUpdate } from '@dailies/contract/verdict.ts'
import { isoNow } from '../clock.ts'
import type { Connection, Database, Transaction } from '../db/database.ts'
import { invalid } from '../error.ts'
import { admitEdit } from '../production/admit-edit.ts'
import { type Actor, requireProject } from '../production/membership.ts'
import { projectToChange } from '../production/project.ts'
import { touchProject } from '../production/project-queries.ts'
import { byName } from './comment.ts'
import { requireMembers } from './mentions.ts'
import {
  deleteApproversOf,
  insertApprovers,
  listApprovalRule,
  listApprovalsOf,
  listApprovalsOfMany,
  putApprovalRule,
} from './verdict-queries.ts'

/** Whose approval a project asks for. Throws `not_found`. */
export async function readApprovalRule(
  db: Connection,
  actor: Actor,
  projectId: string,
): Promise<ApprovalRule> {
  await requireProject(db, actor, projectId, 'viewer')
  return storedRule(db, projectId)
}

/**
 * Says whose approval a project asks for, in one transaction. What is APPROVED already stays so. Throws `not_found`,
 * `forbidden` to who is no owner, `invalid` for who is named for the first time and is no member, and `clash`.
 */
export function setApprovalRule(
  db: Database,
  actor: Actor,
  { projectId, needed, fromIds, was }: ApprovalRuleUpdate & { projectId: string },
): Promise<ApprovalRule> {
  return db.transaction(async (transaction) => {
    await projectToChange(transaction, actor, projectId, 'owner')
    const stored = await storedRule(transaction, projectId)
    const before = stored.from.map(({ id }) => id)
    const now = { needed: stored.needed, fromIds: before }
    const { userId } = actor
    await admitEdit(transaction, {
      projectId,
      ofId: 'approvals',
      userId,
      now,
      update: { needed, fromIds },
      was,
    })
    const added = fromIds.filter((id) => !before.includes(id))
    await requireMembers(transaction, projectId, added, 'fromIds')
    await transaction.run(putApprovalRule, { projectId, needed })
    await transaction.run(deleteApproversOf, { projectId })
    const rows = JSON.stringify(fromIds.map((user_id) => ({ user_id })))
    await transaction.run(insertApprovers, { projectId, rows })
    await transaction.run(touchProject, { id: projectId, now: isoNow() })
    return storedRule(transaction, projectId)
  })
}

/**
 * Throws `invalid` where a version is to become APPROVED or FINAL, and too few of those whom its project asks approve of it. Its
 * scene is to be locked, as it is while a verdict is given.
 */
export async function requireApprovals(
  transaction: Transaction,
  { projectId, assetVersionId }: { projectId: string; assetVersionId: string },
): Promise<void> {
  const { needed, from } = await storedRule(transaction, projectId)
  if (needed === 0) return
  const approvals = await transaction.all(listApprovalsOf, { projectId, assetVersionId })
  if (approvals.length >= needed) return
  throw invalid({ status: [tooFew({ needed, from }, new Set(approvals.map(({ userId }) => userId)))] })
}

/** Of many versions those that too few approve of, with what `requireApprovals` says of them. */
export async function missingApprovals(
  transaction: Transaction,
  { projectId, ids }: { projectId: string; ids: string[] },
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rule = await storedRule(transaction, projectId)
  if (rule.needed === 0) return new Map()
  const approvals = await transaction.all(listApprovalsOfMany, { projectId, ids: JSON.stringify(ids) })
  const byVersion = Map.groupBy(approvals, ({ versionId }) => versionId)
  return new Map(
    ids.flatMap((id): [string, string][] => {
      const from = new Set((byVersion.get(id) ?? []).map(({ userId }) => userId))
      return from.size >= rule.needed ? [] : [[id, tooFew(rule, from)]]
    }),
  )
}

function tooFew(
  { needed, from }: Pick<ApprovalRule, 'needed' | 'from'>,
  approved: ReadonlySet<string | null>,
): string {
  const names = from.flatMap(({ id, name }) => (approved.has(id) ? [] : [name])).join(', ')
  return `Needs ${needed} ${needed === 1 ? 'approval' : 'approvals'} and has ${approved.size}: missing are ${names}`
}

async function storedRule(db: Connection, projectId: string): Promise<ApprovalRule> {
  const rows = await db.all(listApprovalRule, { projectId })
  const from = rows.flatMap(({ id, name }) => (id !== null && name !== null ? [{ id, name }] : []))
  return { needed: rows[0]?.needed ?? 0, from: from.sort(byName) }
}
