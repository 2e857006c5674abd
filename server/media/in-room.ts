import type { UploadKind } from '@dailies/contract/media.ts'
import type { Expected } from './coming.ts'
import type { Keeping } from './keep.ts'
import { findMedia } from './queries.ts'
import { requireRoom } from './quota.ts'

/** Bytes that come between two looks whether there is room for them. */
const step = 8 * 1024 ** 2

interface Wanted {
  /** Of which version it is to be media, whose former ones it may take the place of. */
  media?: { id: string; kind: UploadKind } | undefined
  projectId: string
  /** Of its parts, if it came in such before. */
  uploadId?: string | undefined
  /** How many the file has, where that is known. */
  bytes: number | undefined
}

/**
 * Does something with the body of a whole file, if there is room for it, which it has to itself until then. Where its length is not known
 * this is asked again while it comes. Throws `no_room`: before anything of it is read, or, as does the body, once more came than
 * there is room for.
 */
export async function inRoom<T>(
  { db, quotas, coming }: Pick<Keeping, 'db' | 'quotas' | 'coming'>,
  { bytes, body, ...wanted }: Wanted & { body: AsyncIterable<Uint8Array> },
  take: (body: AsyncIterable<Uint8Array>, expected: Expected) => Promise<T>,
): Promise<T> {
  const { expected, end } = coming.expect(wanted.projectId, bytes ?? 1)
  const requireFor = (bytes: number) => {
    expected.bytes = bytes
    return requireRoomFor({ db, quotas, coming }, { ...wanted, bytes, expected })
  }
  try {
    await requireFor(expected.bytes)
    return await take(bytes === undefined ? askedAgain(body, requireFor) : body, expected)
  } finally {
    end()
  }
}

/** Throws `no_room` where there is none for a file of so many bytes. */
export async function requireRoomFor(
  { db, quotas, coming }: Pick<Keeping, 'db' | 'quotas' | 'coming'>,
  { media, projectId, uploadId = '', bytes, expected }: Wanted & { bytes: number; expected?: Expected },
): Promise<void> {
  const before = media && (await db.first(findMedia, { versionId: media.id, kind: media.kind }))
  // The same again; another is refused for that.
  if (media?.kind === 'original' && before?.state === 'kept') return
  const ahead = expected && coming.ahead(expected)
  await requireRoom(db, { projectId, uploadId, bytes, replaces: before?.bytes, ahead }, quotas)
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
