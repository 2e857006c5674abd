import type { AssetChange, AssetChangeAnswer } from '@dailies/contract/asset-change.ts'
import { randomKey } from '../../../sdk/src/capture-keys.ts'
import { withRetries } from '../../../sdk/src/retry.ts'
import { call, type Input } from '../api/call.ts'

/** As many as the service changes by one request. */
const mostAtOnce = 1000

/** What came of a change of many, or of undoing it. */
export interface Outcome {
  /** What it is undone by, in the order in which it was done. */
  changeIds: string[]
  changed: string[]
  unchanged: number
  refused: { id: string; reason: string }[]
  /** All that it was of, as far as it came. */
  ids: string[]
  /** What ended it before all were asked for. */
  error?: unknown
}

/** What a change is of, as the service has it. */
export type Of = Input<'changeAssets'>['body']['of']

interface Watching {
  onProgress: (done: number) => void
  signal: AbortSignal
}

/** One request after the other; what was done before one that fails, or before somebody stops it, stays done. */
export async function changeMany(
  projectId: string,
  ids: readonly string[],
  change: AssetChange,
  { onProgress, signal }: Watching,
): Promise<Outcome> {
  const outcome = nothingYet()
  for (let from = 0; from < ids.length && !signal.aborted; from += mostAtOnce) {
    onProgress(from)
    const of = { ids: ids.slice(from, from + mostAtOnce) }
    const { error } = await part(outcome, projectId, of, change)
    if (error !== undefined) return { ...outcome, error }
  }
  return outcome
}

/** The same of all that answer to a filter, part after part. */
export async function changeMatching(
  projectId: string,
  of: Of,
  change: AssetChange,
  { onProgress, signal }: Watching,
): Promise<Outcome> {
  const outcome = nothingYet()
  for (let after: string | undefined; !signal.aborted; ) {
    onProgress(outcome.ids.length)
    const { next, error } = await part(
      outcome,
      projectId,
      { ...of, ...(after !== undefined && { after }) },
      change,
    )
    if (error !== undefined) return { ...outcome, error }
    if (next === null) break
    after = next
  }
  return outcome
}

async function part(
  outcome: Outcome,
  projectId: string,
  of: Of,
  change: AssetChange,
): Promise<{ next: string | null; error?: unknown }> {
  const body: Input<'changeAssets'>['body'] = { requestId: randomKey(), of, change }
  try {
    const { data } = await repeatedly(() => call('changeAssets', { params: { id: projectId }, body }))
    add(outcome, data)
    return { next: data.next }
  } catch (error) {
    return { next: null, error }
  }
}

function nothingYet(): Outcome {
  return { changeIds: [], changed: [], unchanged: 0, refused: [], ids: [] }
}

/** The last one first. */
export async function undoMany(changeIds: readonly string[]): Promise<Outcome> {
  const outcome = nothingYet()
  for (const id of changeIds.toReversed()) {
    try {
      const { data } = await repeatedly(() => call('undoAssetChanges', { params: { id } }))
      add(outcome, data)
    } catch (error) {
      return { ...outcome, error }
    }
  }
  return outcome
}

function add(outcome: Outcome, { id, unchanged, results }: AssetChangeAnswer): void {
  if (id !== null) outcome.changeIds.push(id)
  outcome.unchanged += unchanged
  for (const { id, outcome: became, reason = '' } of results) {
    outcome.ids.push(id)
    if (became === 'changed') outcome.changed.push(id)
    else if (became === 'refused') outcome.refused.push({ id, reason })
  }
}

/** A change has an id, and one that is undone is not undone twice: the first answer comes again. */
export function repeatedly<T>(send: () => Promise<T>): Promise<T> {
  return withRetries(send, { retries: 3, mayRepeat: ({ isTemporary }) => isTemporary, signal: undefined })
}
