import { once } from 'node:events'
import { Readable } from 'node:stream'
import type { Connection } from '../db/database.ts'
import { DailiesError } from '../error.ts'
import { MediaFile } from '../http/media-file.ts'
import { attachment } from '../media/names.ts'
import type { Store, StoredStream } from '../media/store.ts'
import { pauses } from '../pauses.ts'
import type { Actor } from '../production/membership.ts'
import { askedFor } from './asked-for.ts'
import { requireExport } from './export.ts'
import { findFileAt, listFilesFrom, measureFilesFrom } from './queries.ts'
import { centralLengths, type ZipEntry } from './zip/records.ts'
import { type Zip, zipBytes, zipLength } from './zip/stream.ts'

const rowsAtOnce = 500

/** An export as a ZIP, of which any range may be read. Throws `not_found`, and `clash` until it is ready. Reading it throws what its store does, up to the first piece. */
export async function downloadOf(
  { db, store }: { db: Connection; store: Store },
  actor: Actor,
  id: string,
): Promise<MediaFile> {
  const found = await requireExport(db, actor, id)
  const { state, reason, name, files: entries, directoryOffset, directoryBytes, createdAt } = found
  if (state === 'failed')
    throw new DailiesError('clash', `This export failed: ${reason ?? 'ask for another'}`)
  if (directoryOffset === null || directoryBytes === null)
    throw new DailiesError('clash', 'This export is not ready yet: ask again how far it is')
  const { date = createdAt, bundle } = askedFor(found)
  const { giveBack, ...places } = placesOf({ db, store }, id)
  const zip = {
    ...places,
    entries,
    directoryOffset,
    directoryBytes,
    modified: new Date(date),
  }
  const bytes = zipLength(zip)
  return new MediaFile({
    hash: id,
    bytes,
    type: 'application/zip',
    disposition: attachment(`${name}.${bundle ? 'otioz' : 'zip'}`, true),
    isImmutable: false,
    address: undefined,
    read: async (range = { start: 0, end: bytes - 1 }) => {
      const stream = Readable.from(zipBytes(zip, range), { objectMode: false })
      // What cannot be read at all is an answer: later on it can only be broken off.
      await once(stream, 'readable')
      // Whoever reads on hears of it.
      stream.on('error', () => {})
      return Object.assign(stream, { giveBack })
    },
  })
}

type Placed = ZipEntry & { hash: string; blobOffset: number }

function placesOf(
  { db, store }: { db: Connection; store: Store },
  exportId: string,
): Pick<Zip<Placed>, 'from' | 'inDirectory' | 'read'> & { giveBack(piece: Buffer): void } {
  let reading: StoredStream | undefined
  return {
    async *from(offset) {
      const first = await db.first(findFileAt, { exportId, offset })
      for (let next = first?.offset ?? 0; ; ) {
        const rows = await db.all(listFilesFrom, { exportId, offset: next, limit: rowsAtOnce })
        yield* rows
        if (rows.length < rowsAtOnce) return
        next = rows.at(-1)!.offset + 1
      }
    },
    async inDirectory(place) {
      const pause = pauses()
      for (let [next, at] = [0, 0]; ; await pause()) {
        const some = { exportId, offset: next, limit: rowsAtOnce }
        const { first, last, ...measured } = (await db.first(measureFilesFrom, some))!
        const end = at + centralLengths(measured)
        if (end > place || measured.files < rowsAtOnce) return { offset: first, at }
        next = last + 1
        at = end
      }
    },
    async *read({ hash, blobOffset, name }, { start, end }) {
      reading = await store.read(hash, { start: blobOffset + start, end: blobOffset + end })
      if (!reading)
        throw new DailiesError(
          'clash',
          `The bytes of ${name} are missing in the store: ask for another export`,
        )
      yield* reading
    },
    giveBack: (piece) => reading?.giveBack?.(piece),
  }
}
