import { closeNotesOfVersion } from '../comments/note-queries.ts'
import type { Transaction } from '../db/database.ts'
import { deleteVersion, insertDeletedVersion } from './version-queries.ts'

/** Puts a version where the deleted are, from which it can be restored; what was open about it is on no list meanwhile. */
export async function setAside(
  transaction: Transaction,
  { id, by, now }: { id: string; by: string; now: string },
): Promise<void> {
  await transaction.run(insertDeletedVersion, { id, by, now })
  await transaction.run(deleteVersion, { id })
  await transaction.run(closeNotesOfVersion, { assetVersionId: id })
}
