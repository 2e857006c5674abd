import type { MediaKind } from '@dailies/contract/media.ts'
import type { Connection } from '../db/database.ts'
import { notFound } from '../error.ts'
import { MediaFile } from '../http/media-file.ts'
import { type Actor, admitMember } from '../production/membership.ts'
import { attachment, fileName, servedType } from './names.ts'
import { findServed } from './queries.ts'
import type { Store } from './store.ts'
import { type BlobFacts, fileOf } from './summary.ts'

interface Wanted {
  id: string
  kind: MediaKind
  /** The beginning of its hash. */
  v?: string | undefined
  download?: 'true' | 'false' | undefined
}

/** A file of a version. Throws `not_found` where there is none, or another than the address says. */
export async function findMediaFile(
  db: Connection,
  { store, redirects }: { store: Store; redirects: boolean },
  actor: Actor,
  { id, kind, v, download }: Wanted,
): Promise<MediaFile> {
  const found = await db.first(findServed, { id, kind, userId: actor.userId })
  const missing = () => notFound('Media')
  const file = admitMember({ actor, need: 'viewer', missing }, found)
  if (v !== undefined && v !== fileOf(file.hash)) throw missing()

  const facts = file.facts ? (JSON.parse(file.facts) as BlobFacts) : undefined
  const type = servedType(facts?.type)
  const name = fileName(file, facts?.type, kind)
  const disposition = attachment(name, download === 'true' || !type.isShown)
  const address = redirects ? await store.address(file.hash, { type: type.type, disposition }) : undefined
  return new MediaFile({
    hash: file.hash,
    bytes: file.bytes,
    type: type.type,
    disposition,
    isImmutable: v !== undefined,
    address,
    read: (range) => store.read(file.hash, range),
  })
}
