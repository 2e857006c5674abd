import { type Comment, type CommentUpdate, nothingSaid } from '@dailies/contract/comment.ts'
import { findOneOf } from '../attachments/queries.ts'
import { setAttachments } from '../attachments/set-attachments.ts'
import { isoNow } from '../clock.ts'
import type { Database, Transaction } from '../db/database.ts'
import { forbidden, invalid, notFound } from '../error.ts'
import { given } from '../given.ts'
import { admitEdit } from '../production/admit-edit.ts'
import type { Actor } from '../production/membership.ts'
import { rangeColumns, storedComment } from './comment.ts'
import { setMentions } from './mentions.ts'
import { listRepliesOf, setComment, setRange } from './queries.ts'
import { tellOfComment } from './tell.ts'
import { commentToChange } from './version-to-review.ts'

/**
 * Changes a comment of the actor's own, in one transaction; whoever it mentions for the first time is told. Throws
 * `not_found`, `forbidden` for somebody else's, `invalid` for who is no member and where nothing would be left of it, and `clash`
 * for what is other than it `was`.
 */
export function updateComment(
  db: Database,
  actor: Actor,
  { id, was, ...update }: CommentUpdate & { id: string },
): Promise<Comment> {
  return db.transaction(async (transaction) => {
    const { stored, place } = await commentToChange(transaction, actor, id)
    if (stored.deletedAt !== null) throw notFound('Comment')
    if (stored.authorId !== actor.userId) throw forbidden()
    const { userId } = actor
    const { projectId } = place
    // The audience of a reply is that of its thread.
    const { mentionIds, attachmentIds, range, ...changes } = stored.threadId
      ? { ...update, audience: undefined }
      : update
    const now = { text: stored.text, audience: stored.audience }
    await admitEdit(transaction, { projectId, ofId: id, userId, now, update: changes, was })
    if (Object.keys(given(update)).length === 0) return storedComment(transaction, id)

    const { text = stored.text, audience = stored.audience } = changes
    if (stored.audience === 'team' && audience === 'everybody')
      await requireOwnThread(transaction, id, userId)
    const drawing = changes.drawing === undefined ? stored.drawing : columnOf(changes.drawing)
    if (attachmentIds) {
      const of = { commentId: id, assetVersionId: place.assetVersionId, userId }
      await setAttachments(transaction, of, attachmentIds)
    }
    if (text.trim() === '' && drawing === null && !(await transaction.first(findOneOf, { commentId: id }))) {
      throw invalid({ text: [nothingSaid] })
    }
    await transaction.run(setComment, { id, text, audience, drawing, editedAt: isoNow() })
    if (range !== undefined) await transaction.run(setRange, { id, ...rangeColumns(range) })
    if (mentionIds) {
      const of = { id, threadId: stored.threadId ?? id, projectId }
      const mentioned = await setMentions(transaction, of, mentionIds)
      // Of the comment itself the others were told when it was made.
      await tellOfComment(transaction, { ...place, createdBy: userId }, { id, mentioned, thread: [] })
    }
    return storedComment(transaction, id)
  })
}

/** What others said to the team is not shown to guests by who began the thread. */
async function requireOwnThread(transaction: Transaction, threadId: string, userId: string): Promise<void> {
  const replies = await transaction.all(listRepliesOf, { threadId })
  if (replies.every((reply) => reply.userId === userId)) return
  throw invalid({ audience: ['Others replied for the team alone: begin another thread for everybody'] })
}

function columnOf(drawing: CommentUpdate['drawing']): string | null {
  return drawing ? JSON.stringify(drawing) : null
}
