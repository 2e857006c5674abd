import { attachmentFile } from '../attachments/serve-attachment.ts'
import type { Connection } from '../db/database.ts'
import { notFound } from '../error.ts'
import { MediaFile } from '../http/media-file.ts'
import type { Store } from '../media/store.ts'
import type { VisitRow } from './guest-queries.ts'
import { findAttachmentForGuest } from './take-queries.ts'

interface Wanted {
  attachmentId: string
  small?: 'true' | 'false' | undefined
  download?: 'true' | 'false' | undefined
}

/**
 * A file of what was said to everybody of a take that a link shows: through the service, so that a link that is revoked opens nothing any
 * more. Throws `not_found`, also for what is the team's.
 */
export async function findGuestAttachment(
  db: Connection,
  store: Store,
  { id: linkId }: VisitRow,
  { attachmentId, small, download }: Wanted,
): Promise<MediaFile> {
  const wanted = { linkId, id: attachmentId, small: Number(small === 'true') }
  const file = await db.first(findAttachmentForGuest, wanted)
  if (!file) throw notFound('Attachment')
  const { parts } = await attachmentFile({ store, redirects: false }, file, { small, download })
  // What was kept for ever would still be shown once the link is revoked.
  return new MediaFile({ ...parts, isImmutable: false })
}
