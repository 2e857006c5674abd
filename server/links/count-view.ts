import { isoNow } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { countView, setGuestSeen, type VisitRow } from './guest-queries.ts'

const hour = 60 * 60 * 1000

/** Notes that a guest is there: once an hour, so that not every request writes; and counts a view once a day (UTC). */
export async function noteVisit(
  db: Database,
  { id: linkId, projectId, guestId, lastSeenAt }: VisitRow,
): Promise<void> {
  const now = isoNow()
  if (Date.parse(now) - Date.parse(lastSeenAt) < hour && dayOf(now) === dayOf(lastSeenAt)) return
  const views = dayOf(now) === dayOf(lastSeenAt) ? 0 : 1
  await db.transaction(async (transaction) => {
    if ((await transaction.run(setGuestSeen, { id: guestId, lastSeenAt, now })) === 0) return
    await transaction.run(countView, { linkId, views, now })
    transaction.changed({ kind: 'project', projectId })
  })
}

function dayOf(time: string): string {
  return time.slice(0, 10)
}
