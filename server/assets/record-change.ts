import {
  type AssetChangeAnswer,
  type AssetChangeRequest,
  type AssetChangeSaid,
  undoableDays,
} from '@dailies/contract/asset-change.ts'
import { isoNow } from '../clock.ts'
import type { Transaction } from '../db/database.ts'
import { newId } from '../db/id.ts'
import { insertChangeSet } from './change-set-queries.ts'
import { type ChangedItem, onlyChanged } from './change-state.ts'

const undoable = undoableDays * 24 * 60 * 60 * 1000

interface NewChange {
  userId: string
  projectId: string
  now: string
  said: AssetChangeSaid
  items: ChangedItem[]
  results: AssetChangeAnswer['results']
  /** What the client calls its request. */
  requestId?: string | undefined
  /** Of what it was asked, where the versions were not named. */
  of?: AssetChangeRequest['of']
  /** Where another part begins. */
  next?: string | null
  undoOf?: string
}

/** Writes down what was changed, in the transaction that does it, and returns the answer. Nothing where nothing was. */
export async function recordChange(
  transaction: Transaction,
  { userId, projectId, now, said, items, results, requestId, of, next = null, undoOf }: NewChange,
): Promise<AssetChangeAnswer> {
  const counts = countsOf(results)
  if (items.length === 0) return { id: null, ...counts, results, next, undoableUntil: null }
  const id = newId()
  const undoableUntil = new Date(Date.parse(now) + undoable).toISOString()
  const answer = { id, ...counts, results, next, undoableUntil }
  await transaction.run(insertChangeSet, {
    ...{ id, projectId, userId, kind: said.kind, createdAt: now, changed: counts.changed },
    requestId: requestId ?? null,
    undoOf: undoOf ?? null,
    said: JSON.stringify(said),
    answer: JSON.stringify({ ...answer, of }),
    items: JSON.stringify(items),
  })
  return answer
}

/** What was answered, as it was written down, and of what it was asked where the versions were not named. */
export function answerIn(written: string): { answer: AssetChangeAnswer; of?: AssetChangeRequest['of'] } {
  const { of, ...answer } = JSON.parse(written)
  // One of before there were parts has none.
  return { answer: { next: null, ...answer }, of }
}

export function countsOf(results: AssetChangeAnswer['results']) {
  const count = (wanted: string) => results.filter(({ outcome }) => outcome === wanted).length
  return { changed: count('changed'), unchanged: count('unchanged'), refused: count('refused') }
}

/** Called with the id of the change that something of one version is written down as, to undo it by. */
export type Recorded = (changeId: string) => void

type Place = Pick<NewChange, 'userId' | 'projectId'>

/** The same of a change of one version alone, with the former winner where that made room. */
export async function recordSingleChange(
  transaction: Transaction,
  { userId, projectId }: Place,
  { said, items: given }: { said: AssetChangeSaid; items: ChangedItem[] },
  recorded: Recorded = () => {},
): Promise<void> {
  const items = given.map(onlyChanged).filter(({ after }) => Object.keys(after).length > 0)
  const results = items.flatMap(({ id, along }) => (along ? [] : [{ id, outcome: 'changed' as const }]))
  const made = { userId, projectId, now: isoNow(), said, items, results }
  const { id } = await recordChange(transaction, made)
  if (id !== null) recorded(id)
}
