import type { Comment, OpenNote } from '@dailies/contract/comment.ts'
import type { FrameRange } from '@dailies/contract/frame.ts'
import { type AttachmentAddress, attachmentsIn, memberAddress } from '../attachments/attachment.ts'
import type { Connection } from '../db/database.ts'
import { notFound } from '../error.ts'
import { type AddressOf, cardMediaOf } from '../media/summary.ts'
import { by } from '../order.ts'
import { type Actor, admitMember } from '../production/membership.ts'
import type { NoteRow } from './note-queries.ts'
import { type CommentRow, findVersionOfComment, listCommentsOfIds } from './queries.ts'

/** A comment. Throws `not_found`. */
export async function readComment(db: Connection, actor: Actor, id: string): Promise<Comment> {
  const found = await db.first(findVersionOfComment, { id, userId: actor.userId })
  admitMember({ actor, need: 'viewer', missing: () => notFound('Comment') }, found)
  return storedComment(db, id)
}

/** The same for who was admitted already. */
export async function storedComment(db: Connection, id: string): Promise<Comment> {
  const [row] = await db.all(listCommentsOfIds, { ids: JSON.stringify([id]) })
  if (!row) throw notFound('Comment')
  return toComment(row)
}

export function toComment(row: CommentRow, addressOf: AttachmentAddress = memberAddress): Comment {
  const deleted = row.deletedAt !== null
  const mentions: Comment['mentions'] = JSON.parse(row.mentions)
  return {
    id: row.id,
    assetVersionId: row.assetVersionId,
    parentId: row.parentId,
    author: deleted ? null : { id: row.authorId, name: row.authorName },
    text: row.text,
    range: rangeOf(row),
    hasDrawing: row.hasDrawing === 1,
    drawing: row.drawing === null ? null : JSON.parse(row.drawing),
    attachments: attachmentsIn(row.attachments, addressOf),
    audience: row.audience,
    mentions: mentions.sort(byName),
    createdAt: row.createdAt,
    editedAt: row.editedAt,
    resolvedAt: row.resolvedAt,
    resolvedBy: row.resolverId === null ? null : { id: row.resolverId, name: row.resolverName ?? '' },
    deleted,
  }
}

export function toNote(row: NoteRow, addressOf: AddressOf): OpenNote {
  const { assetVersionId: id, assetType, platformLabel, versionNumber, title, thumbnailUrl } = row
  const media = cardMediaOf(id, row.mediaSummary, addressOf)
  return {
    ...toComment(row),
    replies: row.replies,
    asset: { id, assetType, platformLabel, versionNumber, title, thumbnailUrl, media },
    scene: { id: row.sceneDbId, sceneId: row.sceneId },
    shot: row.shotId !== null && row.shotCode !== null ? { id: row.shotId, shotCode: row.shotCode } : null,
  }
}

function rangeOf({ firstFrame, lastFrame, numerator, denominator }: CommentRow): FrameRange | null {
  if (firstFrame === null || lastFrame === null || numerator === null || denominator === null) return null
  return { from: firstFrame, to: lastFrame, rate: { numerator, denominator } }
}

/** The same as columns. */
export function rangeColumns(range: FrameRange | null) {
  return {
    firstFrame: range?.from ?? null,
    lastFrame: range?.to ?? null,
    numerator: range?.rate.numerator ?? null,
    denominator: range?.rate.denominator ?? null,
  }
}

export const byName = by<{ id: string; name: string }>(
  ({ name }) => name,
  ({ id }) => id,
)
