import type { TagColor } from '@dailies/contract/tag.ts'
import { call } from '../api/call.ts'
import { repeatedly, undoMany } from '../takes/change-many.ts'

export interface TagChange {
  from: string[]
  /** Null removes them. */
  to: string | null
}

export interface TagOutcome {
  /** What it is undone by, in the order in which it was done. */
  changeIds: string[]
  changed: number
  left: number
  /** What ended it before all were changed. */
  error?: unknown
}

interface Watching {
  onProgress: (done: number, of: number) => void
  signal: AbortSignal
}

/** One request after the other, which goes on where it is sent again; what was done before one that fails, or before somebody stops it, stays done. */
export async function changeTags(
  projectId: string,
  body: TagChange,
  { onProgress, signal }: Watching,
): Promise<TagOutcome> {
  const outcome: TagOutcome = { changeIds: [], changed: 0, left: 0 }
  do {
    try {
      const { data } = await repeatedly(() => call('changeTags', { params: { id: projectId }, body }))
      if (data.id !== null) outcome.changeIds.push(data.id)
      outcome.changed += data.changed
      outcome.left = data.left
      if (data.changed === 0) break
      onProgress(outcome.changed, outcome.changed + outcome.left)
    } catch (error) {
      return { ...outcome, error }
    }
  } while (outcome.left > 0 && !signal.aborted)
  return outcome
}

export type Colors = ReadonlyMap<string, TagColor>

/** The takes are as they were, where nobody changed their tags since, and so are the colours. */
export async function undoTags(
  projectId: string,
  { from, to }: TagChange,
  { changeIds, before }: { changeIds: readonly string[]; before: Colors },
): Promise<{ refused: number; error?: unknown }> {
  const { refused, error } = await undoMany(changeIds)
  if (error !== undefined) return { refused: refused.length, error }
  try {
    const { data } = await call('listTagColors', { params: { id: projectId } })
    const now = new Map(data.map(({ name, color }) => [name, color]))
    for (const name of to === null ? from : [...from, to]) {
      const color = before.get(name) ?? null
      if (color !== (now.get(name) ?? null))
        await call('setTagColor', { params: { id: projectId }, body: { name, color } })
    }
  } catch (error) {
    return { refused: refused.length, error }
  }
  return { refused: refused.length }
}
