import { isoNow } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { deleteExportRow, deleteSomeFiles, listEnded } from './queries.ts'

const exportsAtOnce = 20
const filesOfStep = 500

/** Removes exports that can be had no longer, in steps. Their media stay; what was written and signed for them goes with blobs that nobody refers to. */
export async function endExports(db: Database, isStopping: () => boolean = () => false): Promise<void> {
  while (!isStopping()) {
    const ended = await db.all(listEnded, { now: isoNow(), limit: exportsAtOnce })
    if (ended.length === 0) return
    for (const { id } of ended) {
      const some = { id, limit: filesOfStep }
      while (!isStopping() && (await db.transaction((step) => step.run(deleteSomeFiles, some))) > 0);
      if (isStopping()) return
      await db.transaction((transaction) => transaction.run(deleteExportRow, { id }))
    }
  }
}
