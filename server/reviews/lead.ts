import type { Database } from '../db/database.ts'
import type { Followed } from '../live/followed.ts'
import type { Actor } from '../production/membership.ts'
import { setLead } from './queries.ts'
import { latestState, momentOf, requireReview, reviewToChange } from './review.ts'

interface Asked {
  id: string
  page: string
  ifGone: boolean
}

/**
 * Gives somebody the lead of a review session; `ifGone`, only where nobody leads by the clock of the database: of many who ask at
 * the same time, to one. Throws `not_found`, `forbidden` to who is less than a reviewer, `clash` where it has ended.
 */
export async function takeLead(db: Database, followed: Followed, actor: Actor, { id, page, ifGone }: Asked) {
  const { userId } = actor
  const { granted, isNew, row } = await db.transaction(async (transaction) => {
    const row = await reviewToChange(transaction, actor, id, 'reviewer')
    const isOurs = row.leaderId === userId && row.leaderPage === page
    if (isOurs) return { granted: true, isNew: false, row }
    const isLed = row.leaderId !== null && row.leaseUntil > row.now
    if (ifGone && isLed) return { granted: false, isNew: false, row }
    const latest = latestState(followed, row)
    // Whoever leads now counts anew.
    const state = latest && JSON.stringify({ ...latest, sequence: 0 })
    await transaction.run(setLead, { id, userId, page, state })
    transaction.changed({ kind: 'review', projectId: row.projectId, reviewId: id })
    return { granted: true, isNew: true, row: await requireReview(transaction, actor, id, 'reviewer') }
  })
  const moment = momentOf(row)
  // Of the one who led before nothing is shown from here on.
  if (isNew) db.changes.tell([{ kind: 'review', projectId: row.projectId, reviewId: id, moment }])
  return { term: moment.term, leader: moment.leader, granted }
}
