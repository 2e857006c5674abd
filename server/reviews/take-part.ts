import { mostPeopleOfReview } from '@dailies/contract/review-limits.ts'
import type { Database } from '../db/database.ts'
import { DailiesError } from '../error.ts'
import type { Actor } from '../production/membership.ts'
import { countTakingPart, endLead, putPerson, setLeft } from './queries.ts'
import { hasEnded, requireReview } from './review.ts'

interface Part {
  id: string
  page: string
  left?: boolean | undefined
}

/**
 * Notes that somebody takes part in a review session for a while, or no longer; whoever leads and leaves leads no longer.
 * Throws `not_found`, and `clash` where it has ended or too many take part.
 */
export async function takePart(db: Database, actor: Actor, { id, page, left }: Part): Promise<void> {
  const { userId } = actor
  const projectId = await db.transaction(async (transaction) => {
    const { projectId, endedAt } = await requireReview(transaction, actor, id, 'viewer')
    const changed = () => transaction.changed({ kind: 'review', projectId, reviewId: id })
    if (left) {
      const hasLed = await transaction.run(endLead, { id, userId, page })
      const wasHere = await transaction.run(setLeft, { reviewId: id, userId })
      if (hasLed + wasHere > 0) changed()
      return projectId
    }
    if (endedAt !== null) throw hasEnded()
    const here = await transaction.first(countTakingPart, { reviewId: id, userId })
    if (here?.isAmong !== 1) {
      if ((here?.count ?? 0) >= mostPeopleOfReview) {
        throw new DailiesError('clash', `At most ${mostPeopleOfReview} take part in a review session`)
      }
      changed()
    }
    await transaction.run(putPerson, { reviewId: id, userId, projectId })
    return projectId
  })
  const attending = { userId, page, ...(left && { left }) }
  db.changes.tell([{ kind: 'review', projectId, reviewId: id, attending }])
}
