import type { Comment } from '@dailies/contract/comment.ts'
import { isoNow } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { notFound } from '../error.ts'
import type { Actor } from '../production/membership.ts'
import { storedComment } from './comment.ts'
import { closeNote, insertOpenNote } from './note-queries.ts'
import { findStoredComment, setResolved } from './queries.ts'
import { commentToChange, recount } from './version-to-review.ts'

/**
 * Ticks the thread of a comment off, or opens it again, whoever began it; one that is so already stays as it is. Returns
 * the comment that began it. Throws `not_found`, `forbidden`.
 */
export function resolveComment(
  db: Database,
  actor: Actor,
  { id, resolved }: { id: string; resolved: boolean },
): Promise<Comment> {
  return db.transaction(async (transaction) => {
    const { stored, place } = await commentToChange(transaction, actor, id)
    const { assetVersionId, projectId, sceneDbId, shotId } = place
    const firstId = stored.threadId ?? id
    const first = await transaction.first(findStoredComment, { id: firstId, assetVersionId })
    if (!first) throw notFound('Comment')
    if (resolved !== (first.resolvedAt !== null)) {
      const now = isoNow()
      const change = resolved ? { at: now, by: actor.userId } : { at: null, by: null }
      await transaction.run(setResolved, { id: firstId, ...change })
      if (resolved) await transaction.run(closeNote, { id: firstId })
      else {
        const { authorId } = first
        const note = { id: firstId, assetVersionId, projectId, sceneDbId, shotId, authorId }
        await transaction.run(insertOpenNote, note)
      }
      await recount(transaction, place, now)
    }
    return storedComment(transaction, firstId)
  })
}
