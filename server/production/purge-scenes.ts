import { isoNow } from '../clock.ts'
import type { Transaction } from '../db/database.ts'
import { newId } from '../db/id.ts'
import { buryScenes } from './deleted-scene-queries.ts'
import { graveId, insertDeletion, insertNobodysProject } from './deletion-queries.ts'

/**
 * Lets scenes go for good that were taken out of the trash in the same transaction: nothing brings them back, and what is in them is
 * removed in steps (`finishDeletions`).
 */
export async function purgeScenes(transaction: Transaction, scenes: { id: string }[]): Promise<void> {
  if (scenes.length === 0) return
  await transaction.run(insertNobodysProject, { id: graveId, now: isoNow() })
  await transaction.run(buryScenes, { ids: JSON.stringify(scenes.map(({ id }) => id)) })
  await transaction.run(insertDeletion, { id: newId(), projectId: graveId })
}
