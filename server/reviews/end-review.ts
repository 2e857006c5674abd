import { mayAs } from '@dailies/contract/project-role.ts'
import { isoNow } from '../clock.ts'
import type { Database, Transaction } from '../db/database.ts'
import { forbidden } from '../error.ts'
import { notify } from '../inbox/notify.ts'
import type { Actor } from '../production/membership.ts'
import { recordEvent } from '../webhooks/record-event.ts'
import { takenIn } from './notes.ts'
import {
  countNotesOfReview,
  countShown,
  findReview,
  listAbandonedReviews,
  listPeopleOfReview,
  lockReview,
  setReviewEnded,
} from './queries.ts'
import { requireReview, reviewToChange } from './review.ts'

/** Who is told of its end. */
const mostTold = 1000
/** Milliseconds in which nobody took part, */
const abandonedAfter = 15 * 60_000
const endedAtOnce = 20

/**
 * Ends a review session, and tells who took part. Throws `not_found`, `forbidden` to who neither leads nor started it, nor is an
 * editor, and `clash` where it has ended.
 */
export async function endReview(db: Database, actor: Actor, id: string) {
  return db.transaction(async (transaction) => {
    const review = await reviewToChange(transaction, actor, id, 'reviewer')
    const isTheirs = [review.leaderId, review.startedBy].includes(actor.userId)
    if (!isTheirs && !mayAs(review.memberRole, 'editor')) throw forbidden()
    await end(transaction, review, actor.userId)
    return requireReview(transaction, actor, id, 'reviewer')
  })
}

/** Ends those in which nobody has taken part for a quarter of an hour. Returns how many. */
export async function endAbandoned(db: Database, silence = abandonedAfter): Promise<number> {
  const abandoned = await db.all(listAbandonedReviews, { silence, limit: endedAtOnce })
  for (const { id } of abandoned) {
    await db.transaction(async (transaction) => {
      const held = await transaction.first(lockReview, { id })
      const review = held?.endedAt === null ? await transaction.first(findReview, { id }) : undefined
      if (review) await end(transaction, review, null)
    })
  }
  return abandoned.length
}

interface Ending {
  id: string
  projectId: string
  name: string
  playsKind: string
  startedAt: string
  startedBy: string
  people: number
  activeWebhook: number | null
}

async function end(transaction: Transaction, review: Ending, endedBy: string | null): Promise<void> {
  const { id, projectId, name, startedAt, startedBy } = review
  const now = isoNow()
  await transaction.run(setReviewEnded, { id, now })
  const shown = await transaction.first(countShown, { reviewId: id })
  const notes = await transaction.first(countNotesOfReview, takenIn({ ...review, endedAt: now }))
  const noteCount = notes?.count ?? 0
  transaction.changed({ kind: 'review', projectId, reviewId: id })
  await recordEvent(transaction, {
    event: 'review.completed',
    userId: endedBy ?? startedBy,
    sceneDbId: null,
    now,
    heard: review.activeWebhook !== null,
    data: {
      reviewId: id,
      projectId,
      name,
      plays: review.playsKind,
      startedAt,
      endedAt: now,
      startedBy,
      endedBy: endedBy ?? '',
      peopleCount: review.people,
      takeCount: shown?.count ?? 0,
      noteCount,
    },
  })
  const people = await transaction.all(listPeopleOfReview, { reviewId: id, limit: mostTold })
  await notify(transaction, {
    kind: 'review.completed',
    to: people.map(({ userId }) => userId),
    by: endedBy,
    projectId,
    details: { review: { id, name, notes: noteCount } },
  })
}
