import type { Transaction } from '../db/database.ts'
import type { Happening } from '../production/record-status-change.ts'
import { announceCompletion } from './announce.ts'
import { countRequiredShots } from './queries.ts'

/** Makes a change, and tells if every required shot of the scene has an approved version by it. */
export async function watchCompletion<T>(
  transaction: Transaction,
  happening: Happening,
  change: () => Promise<T>,
): Promise<T> {
  const { sceneDbId } = happening
  const before = await transaction.first(countRequiredShots, { sceneDbId })
  const changed = await change()
  const after = await transaction.first(countRequiredShots, { sceneDbId })
  if (after && isComplete(after) && !isComplete(before)) {
    await announceCompletion(transaction, happening, after)
  }
  return changed
}

function isComplete(counts: { total: number; approved: number } | undefined): boolean {
  return counts !== undefined && counts.total > 0 && counts.approved === counts.total
}
