import type { UploadKind } from '@dailies/contract/media.ts'
import type { Keeping } from './keep.ts'
import { findMedia } from './queries.ts'
import { requireRoom } from './quota.ts'

/** Bytes that come between two looks whether there is room for them. */
const step = 8 * 1024 ** 2

interface Coming {
  /** Of the asset version. */
  id: string
  kind: UploadKind
  projectId: string
  /** Of its parts, if it came in such before. */
  uploadId?: string | undefined
  /** How many the file has, where that is known. */
  bytes: number | undefined
  body: AsyncIterable<Uint8Array>
}

/**
 * The body of a whole file, if there is room for it. Where its length is not known this is asked again while it comes. Throws
 * `no_room`: before anything of it is read, or, as does the body, once more came than there is room for.
 */
export async function inRoom(
  { db, quotas }: Pick<Keeping, 'db' | 'quotas'>,
  { id, kind, projectId, uploadId = '', bytes, body }: Coming,
): Promise<AsyncIterable<Uint8Array>> {
  const requireFor = (bytes: number) =>
    requireRoomFor({ db, quotas }, { id, kind, projectId, uploadId, bytes })
  await requireFor(bytes ?? 1)
  return bytes === undefined ? askedAgain(body, requireFor) : body
}

/** Throws `no_room` where there is none for a file of so many bytes. */
export async function requireRoomFor(
  { db, quotas }: Pick<Keeping, 'db' | 'quotas'>,
  {
    id,
    kind,
    projectId,
    uploadId,
    bytes,
  }: Pick<Coming, 'id' | 'kind' | 'projectId'> & { uploadId: string; bytes: number },
): Promise<void> {
  const before = await db.first(findMedia, { versionId: id, kind })
  // It is the same again, or takes the place of what is counted already.
  if (before?.state !== 'kept') await requireRoom(db, { projectId, uploadId, bytes }, quotas)
}

async function* askedAgain(
  body: AsyncIterable<Uint8Array>,
  requireFor: (bytes: number) => Promise<void>,
): AsyncGenerator<Uint8Array> {
  let bytes = 0
  let next = step
  for await (const piece of body) {
    bytes += piece.length
    if (bytes >= next) {
      await requireFor(bytes)
      next = bytes + step
    }
    yield piece
  }
}
