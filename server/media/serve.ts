import type { MediaKind } from '@dailies/contract/media.ts'
import type { Connection } from '../db/database.ts'
import { notFound } from '../error.ts'
import { MediaFile } from '../http/media-file.ts'
import { type Actor, admitMember } from '../production/membership.ts'
import { attachment, fileName, servedType } from './names.ts'
import { findServed, findServedOfTrash } from './queries.ts'
import type { Store } from './store.ts'
import { type BlobFacts, fileOf } from './summary.ts'

/** Where files are, and whether who asks for one is sent there. */
export interface Serving {
  store: Store
  redirects: boolean
}

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
  serving: Serving,
  actor: Actor,
  { id, kind, v, download }: Wanted,
): Promise<MediaFile> {
  const wanted = { id, kind, userId: actor.userId }
  // In the trash it is still seen, by those who saw it.
  const found = (await db.first(findServed, wanted)) ?? (await db.first(findServedOfTrash, wanted))
  const missing = () => notFound('Media')
  const file = admitMember({ actor, need: 'viewer', missing }, found)
  return mediaFileOf(serving, file, { kind, v, download })
}

type Served = Parameters<typeof fileName>[0] & Kept

/** What was found, as it is sent. Throws `not_found` where it is another than the address says. */
export async function mediaFileOf(
  serving: Serving,
  file: Served,
  { kind, v, download }: Omit<Wanted, 'id'>,
): Promise<MediaFile> {
  if (v !== undefined && v !== fileOf(file.hash)) throw notFound('Media')
  const nameOf = (type: string | undefined) => fileName(file, type, kind)
  return keptFile(serving, file, { nameOf, isSaved: download === 'true', isImmutable: v !== undefined })
}

interface Kept {
  hash: string
  bytes: number
  /** JSON: what is known of it. */
  facts: string | null
}

/** What is in the store, as it is sent: to be saved, unless browsers show it and nobody wants to. */
export async function keptFile(
  { store, redirects }: Serving,
  { hash, bytes, facts }: Kept,
  {
    nameOf,
    isSaved,
    isImmutable,
  }: { nameOf: (type: string | undefined) => string; isSaved: boolean; isImmutable: boolean },
): Promise<MediaFile> {
  const known = facts ? (JSON.parse(facts) as BlobFacts) : undefined
  const type = servedType(known?.type)
  const disposition = attachment(nameOf(known?.type), isSaved || !type.isShown)
  const address = redirects ? await store.address(hash, { type: type.type, disposition }) : undefined
  return new MediaFile({
    ...{ hash, bytes, type: type.type, disposition, isImmutable, address },
    read: (range) => store.read(hash, range),
  })
}
