import type { GuestComment, NewGuestComment } from '@dailies/contract/guest.ts'
import type { NewVerdict, Verdict } from '@dailies/contract/verdict.ts'
import type { AttachmentAddress } from '../attachments/attachment.ts'
import { toComment } from '../comments/comment.ts'
import { commentOn } from '../comments/create-comment.ts'
import { listCommentsOfIds } from '../comments/queries.ts'
import { verdictOn } from '../comments/verdicts.ts'
import type { ReviewPlace } from '../comments/version-to-review.ts'
import { CameSecond, type Connection, type Database, type Transaction } from '../db/database.ts'
import { forbidden, notFound } from '../error.ts'
import { fittingOf, inOrder, longPage } from '../http/long-list.ts'
import { lockScene } from '../production/queries.ts'
import { lockGuest, type Visitor } from './guest.ts'
import type { VisitRow } from './guest-queries.ts'
import { findShownTake, listOpenCommentSizes, listOwnOfGuest } from './take-queries.ts'

/** A page of what was said of a take to everybody, which ends early where it is long. Throws `not_found`. */
export async function listGuestComments(
  db: Connection,
  visit: VisitRow,
  {
    versionId: assetVersionId,
    cursor: after = '',
    limit,
  }: { versionId: string; cursor?: string | undefined; limit: number },
) {
  await requireShown(db, visit, assetVersionId)
  const rows = await db.all(listOpenCommentSizes, { assetVersionId, after, limit: limit + 1 })
  const ids = rows.map(({ id }) => id)
  return longPage(ids, Math.min(limit, fittingOf(rows)), (some) => commentsOf(db, visit, some))
}

async function commentsOf(
  db: Connection,
  { id: linkId, guestId }: VisitRow,
  ids: string[],
): Promise<GuestComment[]> {
  const list = JSON.stringify(ids)
  const [rows, own] = await Promise.all([
    db.all(listCommentsOfIds, { ids: list }),
    db.all(listOwnOfGuest, { ids: list, guestId }),
  ])
  const isOwn = new Set(own.map(({ id }) => id))
  const comments = rows.map((row): GuestComment => {
    const comment = toComment(row, guestAddress(linkId))
    const { id, parentId, author, text, range, drawing, attachments, resolvedAt, createdAt } = comment
    const said = { id, parentId, author: author?.name ?? null, isOwn: isOwn.has(id), text, range, drawing }
    return { ...said, attachments, resolved: resolvedAt !== null, createdAt }
  })
  return inOrder(ids, comments)
}

function guestAddress(linkId: string): AttachmentAddress {
  return (id) => `/api/links/${linkId}/attachments/${encodeURIComponent(id)}`
}

interface Said {
  visitor: Visitor
  versionId: string
}

/**
 * Says something as a guest, to everybody. That the link still opens, shows the take and lets its guests comment is asked in the
 * transaction that does it. Throws `not_found`, `forbidden`, `invalid`.
 */
export function commentAsGuest(
  db: Database,
  said: Said,
  { parentId, text, range, drawing, key }: NewGuestComment,
): Promise<GuestComment> {
  return db.transaction(async (transaction) => {
    const { visit, place } = await placeToReview(transaction, said, 'mayComment')
    const further = { audience: 'everybody' as const, attachmentIds: [], mentionIds: [], key }
    const { id } = await commentOn(transaction, place, { parentId, text, range, drawing, ...further })
    const [comment] = await commentsOf(transaction, visit, [id])
    return comment!
  })
}

/** Gives a verdict as a guest, likewise. */
export function verdictAsGuest(
  db: Database,
  said: Said,
  given: NewVerdict,
): Promise<Pick<Verdict, 'id' | 'verdict' | 'note' | 'createdAt'>> {
  return db.transaction(async (transaction) => {
    const { place } = await placeToReview(transaction, said, 'mayGiveVerdict')
    const { id, verdict, note, createdAt } = await verdictOn(transaction, place, given)
    return { id, verdict, note, createdAt }
  })
}

/** With the link held, so that nobody revokes it meanwhile, and the scene, as whoever writes of its takes holds it. */
async function placeToReview(
  transaction: Transaction,
  { visitor, versionId }: Said,
  right: 'mayComment' | 'mayGiveVerdict',
): Promise<{ visit: VisitRow; place: ReviewPlace }> {
  const visit = await lockGuest(transaction, visitor)
  let found = await requireShown(transaction, visit, versionId)
  if (visit[right] !== 1) throw forbidden()
  if (transaction.engine === 'postgres') {
    await transaction.first(lockScene, { id: found.sceneDbId })
    // What was read before the lock may have changed while another held it.
    const { sceneDbId } = found
    found = await requireShown(transaction, visit, versionId)
    // It went to another scene meanwhile.
    if (found.sceneDbId !== sceneDbId) throw new CameSecond()
  }
  const { activeWebhook, ...rest } = found
  const { projectId, sceneDbId, assetVersionId } = rest
  transaction.changed({ kind: 'comment', projectId, sceneDbId, assetVersionId })
  const guest = { id: visit.guestId, name: visit.guestName, linkMadeBy: visit.createdBy }
  const place = { ...rest, userId: null, guest, isOwner: false, heard: activeWebhook !== null }
  return { visit, place }
}

async function requireShown(db: Connection, { id: linkId }: VisitRow, id: string) {
  const found = await db.first(findShownTake, { linkId, id })
  if (!found) throw notFound('Asset')
  return found
}
