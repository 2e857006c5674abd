import type { Transaction } from '../db/database.ts'
import { pauses } from '../pauses.ts'
import { digestOf } from '../production/admit-edit.ts'
import { listEditsOfMany } from '../production/edit-queries.ts'
import { listLatestStatusChanges } from '../production/status-change-queries.ts'
import type { State, Version } from './change-state.ts'

interface Conflict {
  version: Version
  /** What is not as the change left it. */
  field: keyof State
}

const names: Partial<Record<keyof State, string>> = {
  sceneDbId: 'scene',
  shotId: 'shot',
  compareGroup: 'compare group',
  rightsState: 'rights',
  tags: 'tags',
  title: 'title',
  notes: 'notes',
}

/** Of versions that somebody changed since, a sentence what and, where that is known, who. */
export async function changedSince(
  transaction: Transaction,
  projectId: string,
  conflicts: Conflict[],
): Promise<Map<string, string>> {
  if (conflicts.length === 0) return new Map()
  const ids = JSON.stringify(conflicts.map(({ version }) => version.id))
  const statuses = new Map(
    (await transaction.all(listLatestStatusChanges, { ids })).map((change) => [change.versionId, change]),
  )
  const edits = Map.groupBy(await transaction.all(listEditsOfMany, { projectId, ids }), ({ ofId }) => ofId)
  const pause = pauses()
  const sentences = new Map<string, string>()
  for (const conflict of conflicts) {
    await pause()
    sentences.set(conflict.version.id, sentenceOf(conflict))
  }
  return sentences

  function sentenceOf({ version: { id, state }, field }: Conflict): string {
    if (field === 'deleted') return state.deleted ? 'Deleted since' : 'Brought back since'
    if (field === 'selected')
      return state.selected ? 'Became the winner since' : 'Is the winner no more since'
    if (field === 'status') {
      const latest = statuses.get(id)
      const who = latest?.newStatus === state.status ? latest.name : undefined
      return `Set to ${state.status}${by(who)} since`
    }
    const edit = edits.get(id)?.find((one) => one.field === field)
    const who = edit?.digest === digestOf(state[field]) ? edit.name : undefined
    return `Its ${names[field]} changed${by(who)} since`
  }
}

function by(name: string | null | undefined): string {
  return name ? ` by ${name}` : ''
}
