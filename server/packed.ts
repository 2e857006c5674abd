import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { DailiesError } from './error.ts'
import { hashOfFile } from './media/hash-of-file.ts'
import type { Store } from './media/store.ts'
import { requireUnreadable } from './media/unreadable.ts'

export interface Packed {
  hash: string
  bytes: number
}

/** Keeps what comes, compressed, in the store; `path` is where it is written meanwhile. */
export async function keepPacked(store: Store, from: Readable, path: string): Promise<Packed> {
  await pipeline(from, createZstdCompress(), createWriteStream(path, { mode: 0o600 }))
  const hash = await hashOfFile(path)
  await store.keep(hash, path)
  return { hash, bytes: (await stat(path)).size }
}

/**
 * What was kept so, as it was, of `mostPlain` bytes at most: a few may be made to become more than any disk has. The stream fails with
 * `invalid` where it is not what was kept, at its end at the latest: what is made of it counts only then.
 */
export async function* readPacked(
  store: Store,
  { hash, bytes, mostPlain }: Packed & { mostPlain: number },
  what: string,
): AsyncGenerator<Buffer> {
  const damaged = (how: string) => new DailiesError('invalid', `${what} is ${how}`)
  const found = await store.read(hash).catch(async (error) => {
    await requireUnreadable(store, error)
    throw damaged('unreadable')
  })
  if (!found) throw damaged('missing')
  const digest = createHash('sha256')
  let read = 0
  const checked = async function* () {
    for await (const piece of found) {
      read += piece.length
      digest.update(piece)
      yield piece
    }
    if (read !== bytes || digest.digest('hex') !== hash) throw damaged('damaged')
  }
  const plain = createZstdDecompress()
  const filled = pipeline(checked(), plain)
  filled.catch(() => {})
  try {
    let plainBytes = 0
    for await (const piece of plain as AsyncIterable<Buffer>) {
      plainBytes += piece.length
      if (plainBytes > mostPlain) throw damaged('longer than it says')
      yield piece
    }
    await filled
  } catch (error) {
    // What cannot be decompressed is not what was kept either.
    throw error instanceof DailiesError ? error : damaged('damaged')
  }
}

/** Lines of a text that was kept so; one that is longer than `mostLine` is cut off there. */
export async function* linesOf(pieces: AsyncIterable<Buffer>, mostLine: number): AsyncGenerator<string> {
  // What a line has so far: to put it together anew with each piece would take its length times their number.
  let parts: string[] = []
  let length = 0
  const add = (part: string) => {
    parts.push(part.slice(0, mostLine - length))
    length += parts.at(-1)!.length
  }
  for await (const piece of pieces) {
    const [first, ...others] = piece.toString('latin1').split('\n')
    add(first!)
    for (const other of others) {
      yield parts.join('')
      parts = []
      length = 0
      add(other)
    }
  }
  if (length > 0) yield parts.join('')
}
