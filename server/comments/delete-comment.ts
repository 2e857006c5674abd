import type { Comment } from '@dailies/contract/comment.ts'
import { forgetAttachmentsOf } from '../attachments/forget-attachments.ts'
import { isoNow } from '../clock.ts'
import type { Database, Transaction } from '../db/database.ts'
import { forbidden, notFound } from '../error.ts'
import type { Actor } from '../production/membership.ts'
import { storedComment } from './comment.ts'
import {
  deleteCommentRow,
  deleteMentionsOf,
  emptyComment,
  findReplyTo,
  findStoredComment,
} from './queries.ts'
import { commentToChange, recount } from './version-to-review.ts'

/**
 * Deletes a comment of the actor's own; an owner of the project deletes anybody's. One that began a thread with replies keeps
 * its place and says nothing, until the last reply goes, too: nobody's words go with those of another. Returns it as it
 * was. Throws `not_found`, `forbidden`.
 */
export function deleteComment(db: Database, actor: Actor, id: string): Promise<Comment> {
  return db.transaction(async (transaction) => {
    const { stored, place } = await commentToChange(transaction, actor, id)
    if (stored.deletedAt !== null) throw notFound('Comment')
    if (stored.authorId !== actor.userId && !place.isOwner) throw forbidden()
    const comment = await storedComment(transaction, id)
    const now = isoNow()
    await forgetAttachmentsOf(transaction, id)
    if (await transaction.first(findReplyTo, { threadId: id })) {
      await transaction.run(emptyComment, { id, now })
      await transaction.run(deleteMentionsOf, { id, userIds: '[]' })
    } else await transaction.run(deleteCommentRow, { id })
    if (stored.threadId) await dropEmptyThread(transaction, stored.threadId, place.assetVersionId)
    await recount(transaction, place, now)
    return comment
  })
}

/** A thread whose beginning was deleted goes with the last reply. */
async function dropEmptyThread(transaction: Transaction, id: string, assetVersionId: string): Promise<void> {
  const first = await transaction.first(findStoredComment, { id, assetVersionId })
  if (!first?.deletedAt || (await transaction.first(findReplyTo, { threadId: id }))) return
  await transaction.run(deleteCommentRow, { id })
}
