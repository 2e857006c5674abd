import { pageOfNotes } from '../comments/list-comments.ts'
import type { Connection } from '../db/database.ts'
import { firstIdOf } from '../db/id.ts'
import type { AddressOf } from '../media/summary.ts'
import type { Actor } from '../production/membership.ts'
import { listNoteIdsOfReview } from './queries.ts'
import { requireReview } from './review.ts'

interface Page {
  cursor?: string | undefined
  limit: number
}

/** A page of what was said while a review session went on of what was shown in it, the oldest first. Throws `not_found`. */
export async function listReviewNotes(
  db: Connection,
  actor: Actor,
  { id, cursor, limit }: Page & { id: string },
  addressOf: AddressOf,
) {
  const review = await requireReview(db, actor, id, 'viewer')
  const taken = takenIn(review)
  const after = cursor === undefined || cursor < taken.after ? taken.after : cursor
  const rows = await db.all(listNoteIdsOfReview, { ...taken, after, limit: limit + 1 })
  return pageOfNotes(db, rows, limit, addressOf)
}

interface Lasting {
  id: string
  projectId: string
  startedAt: string
  endedAt: string | null
}

/** Comments have ids by the time at which they were made. */
export function takenIn({ id: reviewId, projectId, startedAt, endedAt }: Lasting) {
  const until = endedAt === null ? '~' : firstIdOf(Date.parse(endedAt) + 1)
  return { reviewId, projectId, after: firstIdOf(Date.parse(startedAt)), until }
}
