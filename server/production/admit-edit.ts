import { hash } from 'node:crypto'
import type { Clash } from '@dailies/contract/error.ts'
import { isoNow } from '../clock.ts'
import type { Transaction } from '../db/database.ts'
import { clash } from '../error.ts'
import { given } from '../given.ts'
import { pauses } from '../pauses.ts'
import { listEdits, putEdits } from './edit-queries.ts'

interface Edit {
  /** Null for what nobody else edits: nothing is noted of it. */
  projectId: string | null
  /** What it is an edit of. */
  ofId: string
  userId: string
  /** The fields as they are, what they are to become, and what whoever changes them had read: each as the contract has them. */
  now: object
  update: object
  was: object | undefined
}

/**
 * Throws `clash` where a field is another than it was when it was read, and is not yet what it is to become; else notes who
 * changes what, for whoever comes later. To be called in the transaction that writes, with what is changed locked.
 */
export async function admitEdit(
  transaction: Transaction,
  { projectId, ofId, userId, ...edit }: Edit,
): Promise<void> {
  const now = edit.now as Record<string, unknown>
  const update = given(edit.update) as Record<string, unknown>
  const clashing = Object.entries(given(edit.was ?? {})).flatMap(([field, was]) =>
    isSame(now[field], was) || isSame(now[field], update[field]) ? [] : [field],
  )
  if (clashing.length > 0) throw clash(await clashesOf(transaction, { projectId, ofId }, now, clashing))
  if (projectId === null) return

  const fields = Object.entries(update).flatMap(([field, value]) =>
    field in now && !isSame(now[field], value) ? [{ ofId, field, value }] : [],
  )
  await noteEdits(transaction, { projectId, userId, fields })
}

/** Notes who gave fields their value, where nobody asks what these were. */
export async function noteEdits(
  transaction: Transaction,
  {
    projectId,
    userId,
    fields,
  }: { projectId: string; userId: string; fields: { ofId: string; field: string; value: unknown }[] },
): Promise<void> {
  if (fields.length === 0) return
  const pause = pauses()
  const rows: { of_id: string; field: string; digest: string }[] = []
  for (const { ofId, field, value } of fields) {
    await pause()
    rows.push({ of_id: ofId, field, digest: digestOf(value) })
  }
  await transaction.run(putEdits, { projectId, userId, now: isoNow(), rows: JSON.stringify(rows) })
}

async function clashesOf(
  transaction: Transaction,
  { projectId, ofId }: { projectId: string | null; ofId: string },
  now: Record<string, unknown>,
  fields: string[],
): Promise<Record<string, Clash>> {
  const noted = projectId === null ? [] : await transaction.all(listEdits, { projectId, ofId })
  const edits = new Map(noted.map((edit) => [edit.field, edit]))
  const clashes = fields.map((field): [string, Clash] => {
    const edit = edits.get(field)
    if (edit?.digest !== digestOf(now[field]))
      return [field, { now: now[field], changedBy: null, changedAt: null }]
    const { userId: id, name, createdAt: changedAt } = edit
    return [field, { now: now[field], changedBy: { id, name }, changedAt }]
  })
  return Object.fromEntries(clashes)
}

function isSame(one: unknown, other: unknown): boolean {
  return written(one) === written(other)
}

/** Of the value of a field, to know it again by. */
export function digestOf(value: unknown): string {
  return hash('sha256', written(value), 'base64url')
}

/** A number that is too long for a double counts as its text: so have it clients that would lose digits of it. */
function written(value: unknown): string {
  return JSON.stringify(value, (_, part) => (isRawJSON?.(part) ? part.rawJSON : part)) ?? ''
}

const { isRawJSON } = JSON as JSON & { isRawJSON?(value: unknown): boolean }
