import { type Comment, mostCommentsOfVersion, type NewComment } from '@dailies/contract/comment.ts'
import { setAttachments } from '../attachments/set-attachments.ts'
import type { Database, Transaction } from '../db/database.ts'
import { timeOfId } from '../db/id.ts'
import { nextId } from '../db/time.ts'
import { invalid } from '../error.ts'
import type { Actor } from '../production/membership.ts'
import { keepMade, madeBefore, type Said } from './answered.ts'
import { rangeColumns, storedComment } from './comment.ts'
import { setMentions } from './mentions.ts'
import { insertOpenNote } from './note-queries.ts'
import { countCommentsOf, findStoredComment, insertComment, listRepliesOf } from './queries.ts'
import { announceComment, tellOfComment } from './tell.ts'
import { type ReviewPlace, recount, versionToReview } from './version-to-review.ts'

/**
 * Says something of an asset version, in one transaction; what carries a `key` and was said before is answered as the first
 * time. Throws `not_found` for the version, `forbidden` to who may only look, `invalid` for a thread of another
 * version, for who is mentioned and is no member, and where there are too many. docs/review.md, "Comments"
 */
export function createComment(
  db: Database,
  actor: Actor,
  { assetVersionId, comment }: { assetVersionId: string; comment: NewComment },
): Promise<Comment> {
  return db.transaction(async (transaction) =>
    commentOn(transaction, await versionToReview(transaction, actor, assetVersionId), comment),
  )
}

/** The same by whoever was admitted to the version, which is locked. */
export async function commentOn(
  transaction: Transaction,
  place: ReviewPlace,
  comment: NewComment,
): Promise<Comment> {
  // Whoever sends a comment again may have sent its files again, too, which are others then.
  const { attachmentIds: _, ...body } = comment
  const said: Said = { place, kind: 'comment', key: comment.key, body }
  const made = await madeBefore(transaction, said)
  if (made !== undefined) return storedComment(transaction, made)
  await requireRoom(transaction, place.assetVersionId)
  const written = await writeComment(transaction, place, comment)
  await keepMade(transaction, said, written.id, written.createdAt)
  return written
}

async function requireRoom(transaction: Transaction, assetVersionId: string): Promise<void> {
  const counted = await transaction.first(countCommentsOf, { assetVersionId })
  if (counted && counted.count >= mostCommentsOfVersion) {
    throw invalid({}, [`A version has at most ${mostCommentsOfVersion} comments: delete one first`])
  }
}

async function writeComment(
  transaction: Transaction,
  place: ReviewPlace,
  comment: NewComment,
): Promise<Comment> {
  const { userId, guest, assetVersionId, projectId, sceneDbId, shotId } = place
  const thread = comment.parentId ? await threadOf(transaction, place, comment.parentId) : undefined
  const id = await nextId(transaction)
  const createdAt = new Date(timeOfId(id)).toISOString()
  const threadId = thread?.id ?? null
  const range = comment.range ?? null
  await transaction.run(insertComment, {
    id,
    assetVersionId,
    projectId,
    sceneDbId,
    threadId,
    authorId: userId,
    guestId: guest?.id ?? null,
    guestName: guest?.name ?? null,
    audience: thread?.audience ?? comment.audience,
    ...rangeColumns(range),
    createdAt,
    text: comment.text,
    drawing: comment.drawing ? JSON.stringify(comment.drawing) : null,
  })
  if (userId !== null && comment.attachmentIds.length > 0) {
    await setAttachments(transaction, { commentId: id, assetVersionId, userId }, comment.attachmentIds)
  }
  const of = { id, threadId: threadId ?? id, projectId }
  const mentioned = await setMentions(transaction, of, comment.mentionIds)
  if (!thread) {
    const note = { id, assetVersionId, projectId, sceneDbId, shotId, authorId: userId }
    await transaction.run(insertOpenNote, note)
  }
  await recount(transaction, place, createdAt)
  const written = await storedComment(transaction, id)
  const { audience, text } = written
  const authorName = written.author?.name ?? ''
  const told = { id, threadId, authorName, audience, text, range, now: createdAt }
  await announceComment(transaction, place, told)
  await tellOfComment(transaction, place, { id, mentioned, thread: thread?.authors ?? [] })
  return written
}

/** The thread that a comment of the version is of, and who wrote in it. A reply to a reply joins the same one. */
async function threadOf(transaction: Transaction, { assetVersionId, guest }: ReviewPlace, parentId: string) {
  const parent = await transaction.first(findStoredComment, { id: parentId, assetVersionId })
  // What the team says among itself is to guests as if it were not there.
  const isHidden = guest !== null && parent?.audience === 'team'
  if (!parent || isHidden) throw invalid({ parentId: ['Not a comment of this version'] })
  const id = parent.threadId ?? parent.id
  const replies = await transaction.all(listRepliesOf, { threadId: id })
  const authors = [parent.starterId, ...replies.map(({ userId }) => userId)].filter((one) => one !== null)
  return { id, audience: parent.audience, authors: [...new Set(authors)] }
}
