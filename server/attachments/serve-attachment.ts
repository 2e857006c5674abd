import type { Connection } from '../db/database.ts'
import { notFound } from '../error.ts'
import type { MediaFile } from '../http/media-file.ts'
import { keptFile, type Serving } from '../media/serve.ts'
import { type Actor, admitMember } from '../production/membership.ts'
import { findServedAttachment } from './queries.ts'

interface Wanted {
  id: string
  small?: 'true' | 'false' | undefined
  download?: 'true' | 'false' | undefined
}

/** A file of a comment. Throws `not_found`. */
export async function findAttachment(
  db: Connection,
  serving: Serving,
  actor: Actor,
  { id, small, download }: Wanted,
): Promise<MediaFile> {
  const wanted = { id, small: Number(small === 'true'), userId: actor.userId }
  const found = await db.first(findServedAttachment, wanted)
  const missing = () => notFound('Attachment')
  return attachmentFile(serving, admitMember({ actor, need: 'viewer', missing }, found), { small, download })
}

type Served = Parameters<typeof keptFile>[1] & { name: string }

/** What was found, as it is sent. */
export function attachmentFile(
  serving: Serving,
  file: Served,
  { small, download }: Omit<Wanted, 'id'>,
): Promise<MediaFile> {
  const nameOf = () => (small === 'true' ? `${file.name}.webp` : savedAs(file.name))
  // What was attached never changes; what is small of it the service may make anew.
  return keptFile(serving, file, {
    nameOf,
    isSaved: download === 'true',
    isImmutable: small !== 'true' && file.facts !== null,
  })
}

/** Opened from where it was saved, a page would run. Of dots at the end browsers save none. */
function savedAs(name: string): string {
  return /\.(?:[xs]?html?|xht|hta|mht(?:ml)?)[. ]*$/i.test(name) ? `${name}.txt` : name
}
