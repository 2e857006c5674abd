import type { NewReview, ReviewSubject } from '@dailies/contract/review.ts'
import { mostRunningReviews } from '@dailies/contract/review-limits.ts'
import { isoNow } from '../clock.ts'
import type { Database, Transaction } from '../db/database.ts'
import { nextId } from '../db/time.ts'
import { invalid } from '../error.ts'
import { findPlaylistInProject } from '../playlists/queries.ts'
import type { Actor } from '../production/membership.ts'
import { projectToChange } from '../production/project.ts'
import { findScenePlace } from '../production/scene-queries.ts'
import { countRunningReviews, findVersionInProject, insertReview, putPerson } from './queries.ts'
import { requireReview } from './review.ts'

/**
 * Starts a review session, which the actor leads. Throws `not_found`, `forbidden` to who is less than a reviewer, `invalid` for
 * what is not of the project, and where 20 go on in it.
 */
export async function startReview(
  db: Database,
  actor: Actor,
  { projectId, name, plays, page }: NewReview & { projectId: string },
) {
  const { userId } = actor
  return db.transaction(async (transaction) => {
    await projectToChange(transaction, actor, projectId, 'reviewer')
    const playsId = await requireThere(transaction, projectId, plays)
    const running = await transaction.first(countRunningReviews, { projectId })
    if ((running?.count ?? 0) >= mostRunningReviews) {
      throw invalid({}, [`At most ${mostRunningReviews} review sessions go on in a project: end one first`])
    }
    const id = await nextId(transaction)
    const now = isoNow()
    await transaction.run(insertReview, {
      id,
      projectId,
      name,
      playsKind: plays.kind,
      playsId,
      userId,
      page,
      now,
    })
    await transaction.run(putPerson, { reviewId: id, userId, projectId })
    transaction.changed({ kind: 'review', projectId, reviewId: id })
    return requireReview(transaction, actor, id, 'reviewer')
  })
}

/** The id of what is looked at; of the film there is none. */
async function requireThere(
  transaction: Transaction,
  projectId: string,
  plays: ReviewSubject,
): Promise<string | null> {
  if (plays.kind === 'film') return null
  const { kind, id } = plays
  const statement = { take: findVersionInProject, scene: findScenePlace, playlist: findPlaylistInProject }[
    kind
  ]
  const found = await transaction.first<{ id: string; projectId: string }, unknown>(statement, {
    id,
    projectId,
  })
  if (!found) throw invalid({ plays: [`Not a ${kind} of the project`] })
  return id
}
