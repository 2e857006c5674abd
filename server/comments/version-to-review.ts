import { CameSecond, type Connection, type Transaction } from '../db/database.ts'
import { notFound } from '../error.ts'
import { type Actor, admitMember } from '../production/membership.ts'
import { lockScene } from '../production/queries.ts'
import { countReviews } from './note-queries.ts'
import { findStoredComment, findVersionOfComment, findVersionToReview } from './queries.ts'

/** Somebody without an account, who came by a review link. */
interface Guest {
  id: string
  name: string
  /** The user who made the link. */
  linkMadeBy: string
}

/** Of what something is said, by whom, and who hears of it. */
export interface ReviewPlace {
  /** Null for a guest of a review link. */
  userId: string | null
  guest: Guest | null
  assetVersionId: string
  projectId: string
  sceneDbId: string
  /** The scene's number. */
  sceneId: string
  shotId: string | null
  /** Who captured it. */
  createdBy: string
  isOwner: boolean
  /** Whether there is a webhook that may want to hear of it. */
  heard: boolean
}

/** For looking at what was said of an asset version. Throws `not_found`. */
export async function requireVersionToRead(db: Connection, actor: Actor, id: string): Promise<void> {
  const found = await db.first(findVersionToReview, { id, userId: actor.userId })
  admitMember({ actor, need: 'viewer', missing: () => notFound('Asset') }, found)
}

/** For saying something of an asset version. Throws `not_found`, `forbidden` to who may only look. */
export async function requireVersionToReview(db: Connection, actor: Actor, id: string) {
  const found = await db.first(findVersionToReview, { id, userId: actor.userId })
  return admitMember({ actor, need: 'reviewer', missing: () => notFound('Asset') }, found)
}

/** The same, with its scene locked until the transaction ends. */
export async function lockedToReview(transaction: Transaction, actor: Actor, id: string) {
  const found = await requireVersionToReview(transaction, actor, id)
  if (transaction.engine !== 'postgres') return found
  await transaction.first(lockScene, { id: found.sceneDbId })
  // What was read before the lock may have changed while another held it. SQLite has one writer.
  const again = await requireVersionToReview(transaction, actor, id)
  // It went to another scene meanwhile.
  if (again.sceneDbId !== found.sceneDbId) throw new CameSecond()
  return again
}

/**
 * An asset version of which something is to be said, locked as above: so what is said in a scene has an order, and its counts are
 * right. Throws `not_found`, `forbidden` to who may only look.
 */
export async function versionToReview(
  transaction: Transaction,
  actor: Actor,
  id: string,
): Promise<ReviewPlace> {
  const found = await lockedToReview(transaction, actor, id)
  const { memberRole, activeWebhook, ...place } = found
  const { projectId, sceneDbId, assetVersionId } = place
  transaction.changed({ kind: 'comment', projectId, sceneDbId, assetVersionId })
  const said = { userId: actor.userId, guest: null, isOwner: memberRole === 'owner' }
  return { ...place, ...said, heard: activeWebhook !== null }
}

/** A comment that is to be changed, with its version as above. Throws `not_found`, `forbidden`. */
export async function commentToChange(transaction: Transaction, actor: Actor, id: string) {
  const missing = () => notFound('Comment')
  const found = await transaction.first(findVersionOfComment, { id, userId: actor.userId })
  const { assetVersionId } = admitMember({ actor, need: 'reviewer', missing }, found)
  const place = await versionToReview(transaction, actor, assetVersionId)
  const stored = await transaction.first(findStoredComment, { id, assetVersionId })
  if (!stored) throw missing()
  return { stored, place }
}

/** Has the cards say what was said by now. */
export async function recount(
  transaction: Transaction,
  { assetVersionId, sceneDbId }: ReviewPlace,
  now: string,
): Promise<void> {
  await transaction.run(countReviews, { assetVersionId, sceneDbId, now })
}
