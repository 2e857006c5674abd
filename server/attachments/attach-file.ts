import type { Attachment } from '@dailies/contract/attachment.ts'
import { mostAttachmentBytes } from '@dailies/contract/attachment.ts'
import { lockedToReview, requireVersionToReview } from '../comments/version-to-review.ts'
import type { Connection, Database } from '../db/database.ts'
import { timeOfId } from '../db/id.ts'
import { nextId } from '../db/time.ts'
import { invalid, tooManyRequests } from '../error.ts'
import type { Digests } from '../media/content-headers.ts'
import { inRoom } from '../media/in-room.ts'
import { type Keeping, storeBlob } from '../media/keep.ts'
import { countForProject, requireRoom } from '../media/quota.ts'
import { receiveBody, using } from '../media/receive-body.ts'
import type { Actor } from '../production/membership.ts'
import { memberAddress, toAttachment } from './attachment.ts'
import { countLeftOf, insertAttachment } from './queries.ts'

/** Of a user: files that no comment has taken. */
const mostLeft = 100

interface Sent {
  actor: Actor
  /** Of the asset version. */
  id: string
  name: string
  headers: Digests
  body: AsyncIterable<Uint8Array>
  /** The same database, whose transactions ask again whether the caller may. */
  guarded: (db: Database) => Database
}

/**
 * Keeps a file that a comment of the version is to have. What it has answered for is on the disk for good, for a day at least. Throws
 * `not_found` and `forbidden` for the version, `too_large`, `no_room`, `too_many_requests` where too many wait for a comment, and
 * `invalid` for an empty file and a digest that does not fit. docs/review.md, "Attachments"
 */
export async function attachFile(
  keeping: Keeping,
  { actor, id, name, headers, body, guarded }: Sent,
  { limit }: { limit: number },
): Promise<Attachment> {
  const { db, store, quotas, coming } = keeping
  const { projectId } = await requireVersionToReview(db, actor, id)
  await requireFewLeft(db, actor)
  const most = Math.min(limit, mostAttachmentBytes)
  return inRoom(keeping, { projectId, bytes: undefined, body }, async (body, expected) => {
    const received = await receiveBody(store, { headers, body }, { most })
    return using(received, async () => {
      const { hash, bytes } = received
      if (bytes === 0) throw invalid({ body: ['Is empty: send the file'] })
      expected.bytes = bytes
      // Before there is more on the disk. It was long in coming: whoever sent it may not any more.
      await guarded(db).transaction(async (transaction) => {
        await requireVersionToReview(transaction, actor, id)
        const ahead = coming.ahead(expected)
        await requireRoom(transaction, { projectId, uploadId: '', bytes, ahead }, quotas)
      })
      await storeBlob(keeping, received)
      return guarded(db).transaction(async (transaction) => {
        const { assetVersionId, sceneDbId } = await lockedToReview(transaction, actor, id)
        await requireFewLeft(transaction, actor)
        await countForProject(transaction, { projectId, files: 1, bytes }, quotas)
        const attachmentId = await nextId(transaction)
        const of = { assetVersionId, projectId, sceneDbId, userId: actor.userId }
        const createdAt = timeOfId(attachmentId)
        await transaction.run(insertAttachment, { id: attachmentId, ...of, hash, bytes, createdAt, name })
        const row = { id: attachmentId, name, bytes, type: null, small: 0, position: 0 }
        return toAttachment(row, memberAddress)
      })
    })
  })
}

async function requireFewLeft(db: Connection, { userId }: Actor): Promise<void> {
  const left = await db.first(countLeftOf, { userId })
  if ((left?.count ?? 0) < mostLeft) return
  throw tooManyRequests(
    `There are ${mostLeft} files of yours that no comment has: send the comments first`,
    60,
  )
}
