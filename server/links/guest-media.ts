import { forbidden, notFound } from '../error.ts'
import { MediaFile } from '../http/media-file.ts'
import { mediaFileOf } from '../media/serve.ts'
import type { Visitor } from './guest.ts'
import type { VisitRow } from './guest-queries.ts'
import { findMarked, type GuestStore, type Wanted } from './marked-media.ts'
import { findServedToGuest } from './take-queries.ts'

/**
 * A file of a take that a link shows, or the copy with the guest's name in its place: through the service, so that a link that is revoked
 * opens nothing any more. Its name says nothing of the platform. Throws `not_found`, `forbidden` for saving what is only to be looked
 * at, and what `findMarked` does.
 */
export async function findGuestMedia(
  place: GuestStore,
  visit: VisitRow,
  visitor: Visitor,
  wanted: Wanted,
): Promise<MediaFile> {
  const { db, store } = place
  const { versionId, kind, v, download } = wanted
  if (download === 'true' && visit.mayDownload !== 1) throw forbidden()
  const copy = await findMarked(place, visit, visitor, wanted)
  if (copy) return copy
  const file = await db.first(findServedToGuest, { linkId: visit.id, id: versionId, kind })
  if (!file) throw notFound('Media')
  if (kind === 'original' && file.proxyHash !== null && visit.mayDownload !== 1) throw forbidden()
  const named = { ...file, platformKey: '' }
  const { parts } = await mediaFileOf({ store, redirects: false }, named, { kind, v, download })
  // What was kept for ever would still be shown once the link is revoked.
  return new MediaFile({ ...parts, isImmutable: false })
}
