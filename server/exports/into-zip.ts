import { constants, createWriteStream } from 'node:fs'
import { access, lstat, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { DailiesError } from '../error.ts'
import type { Store } from '../media/store.ts'
import { unlessMissing, withFiles } from '../media/store-failure.ts'
import type { Contents } from './contents.ts'
import { writeBeside } from './draft-beside.ts'
import { goneOrDamaged } from './filled.ts'
import { Damaged, intactBytes } from './intact-bytes.ts'
import { onTarget } from './on-target.ts'
import { Layout, zipBytes, zipLength } from './zip/stream.ts'

interface IntoZip {
  store: Store
  contents: Contents
  /** The file that the texts of `contents` are in. */
  texts: string
  /** The file that is made. */
  target: string
  modified: Date
  progress: (bytes: number, of: number) => void
}

/**
 * Puts an export into a ZIP, the same bytes that are served. Returns how long it is. Throws `clash` where the file is there already, and
 * `invalid` where a blob is gone from the store, or damaged: then no ZIP is made.
 */
export async function exportIntoZip({
  store,
  contents: { texts, media },
  texts: path,
  target,
  modified,
  progress,
}: IntoZip): Promise<number> {
  const layout = new Layout()
  const entries = [
    ...texts.map((text) => layout.place({ ...text, hash: undefined })),
    ...media.map((file) => layout.place({ ...file, blobOffset: 0 })),
  ]
  await using file = await open(path)
  const zip = {
    ...layout,
    modified,
    from: async function* () {
      yield* entries
    },
    read: async function* (
      { name, hash, blobOffset }: (typeof entries)[number],
      { start, end }: { start: number; end: number },
    ): AsyncGenerator<Buffer> {
      if (hash === undefined) {
        const piece = Buffer.alloc(end + 1 - start)
        await withFiles(() => file.read(piece, 0, piece.length, blobOffset + start))
        yield piece
        return
      }
      // From its first byte to its last, as all of the ZIP is.
      yield* named(name, intactBytes(store, hash))
    },
  }
  const length = zipLength(zip)
  const told = async function* () {
    let sent = 0
    for await (const piece of zipBytes(zip, { start: 0, end: length - 1 })) {
      yield piece
      sent += piece.length
      progress(sent, length)
    }
  }
  const write = (draft: string) => pipeline(told, createWriteStream(draft, { flags: 'wx', flush: true }))
  await onTarget(target, () => writeBeside(target, { write, check: () => requireNewZip(target) }))
  return length
}

async function* named(name: string, pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* pieces
  } catch (error) {
    throw error instanceof Damaged ? new DailiesError('invalid', goneOrDamaged(name)) : error
  }
}

/** Before what is to be in it is read, which may take hours. Throws `clash` where the file is there, `invalid` where it cannot be made. */
export async function requireNewZip(target: string): Promise<void> {
  if (await onTarget(target, () => unlessMissing(lstat(target))))
    throw new DailiesError('clash', `${target}: Is there already`)
  await onTarget(target, () => access(dirname(target), constants.W_OK))
}
