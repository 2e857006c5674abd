import { setImmediate as turn } from 'node:timers/promises'
import { isoNow } from '../clock.ts'
import { databaseTime } from '../db/time.ts'
import { graceOfMarked, letGoOfMarked } from '../media/let-go-of-marked.ts'
import type { Place } from '../media/prune.ts'
import { listMarked } from './guest-queries.ts'

const pageSize = 200

/** Milliseconds after which nobody waits any more for a copy that was not made. */
const longestWait = 24 * 60 * 60_000

/**
 * Lets go of the copies of guests whose link is revoked, expired, without a watermark or gone, whose visit was ended, or whose original is
 * gone: bytes of such as were made `grace` milliseconds ago, at least. What is being made just now goes once it is.
 */
export async function endMarked(
  place: Place,
  { grace = graceOfMarked, isStopping = () => false }: { grace?: number; isStopping?: () => boolean } = {},
): Promise<void> {
  for (let after = ''; !isStopping(); await turn()) {
    const page = await place.db.all(listMarked, { after, limit: pageSize, now: isoNow() })
    const now = await databaseTime(place.db)
    const before = now - grace + 1
    const ended = page.filter(({ hash, madeAt, askedAt, leasedBy, isWanted }) => {
      if (hash !== null) return isWanted === 0 && Number(madeAt) < before
      return leasedBy === null && (isWanted === 0 || Number(askedAt) < now - longestWait)
    })
    const ids = ended.map(({ id }) => id)
    if (ids.length > 0) await letGoOfMarked(place, ids, before)
    const last = page.at(-1)
    if (page.length < pageSize || !last) return
    after = last.id
  }
}
