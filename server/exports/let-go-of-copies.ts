import type { Connection } from '../db/database.ts'
import { databaseTime } from '../db/time.ts'
import { findBlobToRemove } from '../media/marked-queries.ts'
import { type Place, removeBlob } from '../media/prune.ts'
import { listCopiesOfExport } from './queries.ts'

/** Hashes of the signed copies that were made for an export. */
export async function copiesOf(db: Connection, id: string): Promise<string[]> {
  return [...new Set((await db.all(listCopiesOfExport, { id })).map(({ hash }) => hash))]
}

/** Removes copies of an export that is gone: each has its own signature, and is nobody else's. What is left goes with blobs that nobody refers to. */
export async function letGoOfCopies(place: Place, hashes: readonly string[]): Promise<void> {
  for (const hash of hashes) {
    const blob = await place.db.first(findBlobToRemove, { hash })
    // Nobody has meant to refer to it since.
    if (blob) await removeBlob(place, blob, (await databaseTime(place.db)) + 1)
  }
}
