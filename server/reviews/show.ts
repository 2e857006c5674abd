import type { ReviewState, ShownState } from '@dailies/contract/review.ts'
import type { Database, Transaction } from '../db/database.ts'
import { DailiesError, invalid } from '../error.ts'
import type { Followed } from '../live/followed.ts'
import { type Actor, reaches } from '../production/membership.ts'
import type { LeadKey, Leads } from './leads.ts'
import { countShown, findVersionInProject, insertShown, renewLead } from './queries.ts'
import { hasEnded, leaderOf, requireReview } from './review.ts'

/** Of more, further ones are shown, but not noted: what is said of them is on no list of the session. */
const mostShown = 5000

/**
 * Shows something to those who take part in a review session. Returns false where something later was shown already. Throws
 * `not_found`, `forbidden`, `invalid` for a version that is not of the project, and `clash` where somebody else leads, or it has ended.
 */
export async function show(
  db: Database,
  { leads, followed }: { leads: Leads; followed: Followed },
  actor: Actor,
  { id, page, term, ...shown }: ShownState & { id: string },
): Promise<boolean> {
  const state: ReviewState = shown
  const key = { reviewId: id, userId: actor.userId, page, term }
  const renewed = () => leads.renewed(key, state.assetVersionId, () => renew(db, actor, key, state))
  const held = leads.held(key, state.assetVersionId)
  const known = held && reaches(actor, held.projectId) ? held : undefined
  // What is shown does not wait for it; whoever may not go on is refused from then on.
  if (known && leads.isDue(known, state.assetVersionId)) renewed().catch(() => {})
  const lead = known ?? (await renewed())
  if ((followed.momentOf(id)?.term ?? 0) > term) throw leadsNoMore()
  const moment = { term, leader: lead.leader, state }
  if (!followed.isLater(id, moment)) return false
  db.changes.tell([{ kind: 'review', projectId: lead.projectId, reviewId: id, moment }])
  return true
}

/** Has the actor lead for another while, and notes what is shown, all in one: whoever was removed meanwhile leads no more. */
function renew(db: Database, actor: Actor, key: LeadKey, state: ReviewState) {
  const { reviewId, userId, page, term } = key
  const { assetVersionId } = state
  return db.transaction(async (transaction) => {
    const review = await requireReview(transaction, actor, reviewId, 'reviewer')
    const { projectId } = review
    if (review.endedAt !== null) throw hasEnded()
    const lead = { id: reviewId, userId, page, term, state: JSON.stringify(state) }
    if ((await transaction.run(renewLead, lead)) === 0) throw leadsNoMore()
    if (assetVersionId !== null) await noteShown(transaction, { reviewId, assetVersionId, projectId })
    return { projectId, leader: leaderOf(review) ?? { id: userId, name: '' } }
  })
}

async function noteShown(
  transaction: Transaction,
  row: { reviewId: string; assetVersionId: string; projectId: string },
): Promise<void> {
  const { reviewId, assetVersionId, projectId } = row
  if (!(await transaction.first(findVersionInProject, { id: assetVersionId, projectId }))) {
    throw invalid({ assetVersionId: ['Not an asset version of the project'] })
  }
  const shown = await transaction.first(countShown, { reviewId })
  if ((shown?.count ?? 0) < mostShown) await transaction.run(insertShown, row)
}

function leadsNoMore(): DailiesError {
  return new DailiesError('clash', 'Somebody else leads the review session')
}
