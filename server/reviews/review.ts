import {
  type Review,
  type ReviewMoment,
  type ReviewState,
  type ReviewSummary,
  reviewState,
} from '@dailies/contract/review.ts'
import { mostPeopleOfReview } from '@dailies/contract/review-limits.ts'
import type { Connection, Transaction } from '../db/database.ts'
import { DailiesError, notFound } from '../error.ts'
import type { Followed } from '../live/followed.ts'
import { by } from '../order.ts'
import { type Actor, admitMember } from '../production/membership.ts'
import { findReviewOfMember, listTakingPart, lockReview, type ReviewRow } from './queries.ts'

type Need = Parameters<typeof admitMember>[0]['need']

const missing = () => notFound('Review')

/** A review session that the actor may see. Throws `not_found`, `forbidden` where the role is less than `need`. */
export async function requireReview(db: Connection, actor: Actor, id: string, need: Need) {
  const found = await db.first(findReviewOfMember, { id, userId: actor.userId })
  return admitMember({ actor, need, missing }, found)
}

/** The same, held until the transaction ends. Throws `clash` for one that has ended. */
export async function reviewToChange(transaction: Transaction, actor: Actor, id: string, need: Need) {
  await requireReview(transaction, actor, id, need)
  await transaction.first(lockReview, { id })
  // What was read before the lock may have changed while another held it.
  const review = await requireReview(transaction, actor, id, need)
  if (review.endedAt !== null) throw hasEnded()
  return review
}

export function hasEnded(): DailiesError {
  return new DailiesError('clash', 'The review session has ended')
}

export function toSummary(
  row: Omit<ReviewRow, 'term' | 'state' | 'leaderPage' | 'leaseUntil' | 'now' | 'activeWebhook'>,
): ReviewSummary {
  return {
    id: row.id,
    projectId: row.projectId,
    name: row.name,
    plays: { kind: row.playsKind, id: row.playsId },
    startedAt: row.startedAt,
    startedBy: { id: row.startedBy, name: row.startedByName ?? '' },
    endedAt: row.endedAt,
    leader: leaderOf(row),
    people: row.people,
  }
}

export function leaderOf({ leaderId, leaderName }: Pick<ReviewRow, 'leaderId' | 'leaderName'>) {
  return leaderId === null ? null : { id: leaderId, name: leaderName ?? '' }
}

/** A review session with who takes part in it, and what was shown last. */
export async function withPeople(db: Connection, followed: Followed, row: ReviewRow): Promise<Review> {
  const takingPart =
    row.endedAt === null ? await db.all(listTakingPart, { reviewId: row.id, limit: mostPeopleOfReview }) : []
  return {
    ...toSummary(row),
    term: row.term,
    takingPart: takingPart.sort(byName),
    state: latestState(followed, row),
  }
}

/** What was shown last: this node may have heard of it since it was written. */
export function latestState(followed: Followed, row: ReviewRow): ReviewState | null {
  const heard = followed.momentOf(row.id)
  const isLater = heard?.term === row.term && !followed.isLater(row.id, momentOf(row))
  return isLater ? heard.state : stateOf(row)
}

const byName = by<{ id: string; name: string }>(
  ({ name }) => name,
  ({ id }) => id,
)

/** As it was written last. */
export function momentOf(row: ReviewRow): ReviewMoment {
  return { term: row.term, leader: leaderOf(row), state: stateOf(row) }
}

function stateOf({ state }: Pick<ReviewRow, 'state'>) {
  return state === null ? null : reviewState.parse(JSON.parse(state))
}
