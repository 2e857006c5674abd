import { isoNow } from '../clock.ts'
import type { Place } from '../media/prune.ts'
import { copiesOf, letGoOfCopies } from './let-go-of-copies.ts'
import { deleteExportRow, deleteSomeFiles, listEnded } from './queries.ts'

const exportsAtOnce = 20
const filesOfStep = 500

/** Removes exports that can be had no longer, in steps, with copies that were signed for them. Other media stay; their texts go with blobs that nobody refers to. */
export async function endExports(place: Place, isStopping: () => boolean = () => false): Promise<void> {
  const { db } = place
  while (!isStopping()) {
    const ended = await db.all(listEnded, { now: isoNow(), limit: exportsAtOnce })
    if (ended.length === 0) return
    for (const { id } of ended) {
      const copies = await copiesOf(db, id)
      const some = { id, limit: filesOfStep }
      while (!isStopping() && (await db.transaction((step) => step.run(deleteSomeFiles, some))) > 0);
      if (isStopping()) return
      await db.transaction((transaction) => transaction.run(deleteExportRow, { id }))
      await letGoOfCopies(place, copies)
    }
  }
}
