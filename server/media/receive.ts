import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import type { DailiesError } from '../error.ts'
import { letGo } from './let-go.ts'
import { noRoom } from './store-failure.ts'

/** Bytes that are gathered before they are written, while the next come: fewer and larger writes. */
const pieceSize = 524_288

/** Below this a piece is copied: kept as it is, one of a byte takes a hundred. */
const smallPiece = 16_384

/** A file of bytes that came from outside, on the disk for good, until it is removed. */
export interface Received {
  path: string
  /** SHA-256, in hex. */
  hash: string
  bytes: number
  remove(): Promise<void>
}

/**
 * Writes what comes into a file of the folder, never more of it in memory than some pieces, and says what it is. The pieces are its
 * own, and empty once they are written. Throws `too_large` beyond `limit` bytes, and what reading or writing throws; then there is
 * no file.
 */
export async function receive(
  source: AsyncIterable<Uint8Array>,
  { folder, limit, tooLarge }: { folder: string; limit: number; tooLarge: () => DailiesError },
): Promise<Received> {
  const path = join(folder, `${randomUUID()}.receiving`)
  const remove = () => rm(path, { force: true })
  const hash = createHash('sha256')
  let bytes = 0
  try {
    const file = await open(path, 'wx', 0o600)
    let writing = Promise.resolve()
    try {
      let gathered: Uint8Array[] = []
      let length = 0
      const write = async () => {
        await writing
        const pieces = gathered
        writing = writeAll(file, pieces, length)
        // Told to whoever waits for it.
        writing.catch(() => {})
        gathered = []
        length = 0
      }
      const take = (piece: Uint8Array) => {
        hash.update(piece)
        gathered.push(piece)
        length += piece.length
      }
      const small = new SmallPieces()
      for await (const piece of source) {
        bytes += piece.length
        if (bytes > limit) throw tooLarge()
        if (piece.length >= smallPiece) {
          if (small.length > 0) take(small.take())
          take(piece)
        } else {
          if (!small.fits(piece)) {
            take(small.take())
            // A body of single bytes is as much work as one of megabytes: others have their turn.
            await turn()
          }
          small.add(piece)
        }
        if (length >= pieceSize) await write()
      }
      if (small.length > 0) take(small.take())
      await write()
      await writing
      await file.datasync()
    } finally {
      await writing.catch(() => {})
      await file.close()
    }
    return { path, hash: hash.digest('hex'), bytes, remove }
  } catch (error) {
    await remove()
    const { code } = error as NodeJS.ErrnoException
    throw code === 'ENOSPC' || code === 'EDQUOT' ? noRoom(error) : error
  }
}

/** Small pieces as one. */
class SmallPieces {
  #bytes = Buffer.alloc(0)
  length = 0

  fits({ length }: Uint8Array): boolean {
    return this.length + length <= smallPiece * 4
  }

  add(piece: Uint8Array): void {
    if (this.#bytes.length === 0) this.#bytes = Buffer.allocUnsafeSlow(smallPiece * 4)
    this.#bytes.set(piece, this.length)
    this.length += piece.length
  }

  take(): Uint8Array {
    const taken = this.#bytes.subarray(0, this.length)
    this.#bytes = Buffer.alloc(0)
    this.length = 0
    return taken
  }
}

async function writeAll(file: FileHandle, pieces: Uint8Array[], length: number): Promise<void> {
  if (length === 0) return
  const { bytesWritten } = await file.writev(pieces)
  if (bytesWritten !== length) throw noRoom(new Error('Fewer bytes were written than there were'))
  letGo(pieces)
}
