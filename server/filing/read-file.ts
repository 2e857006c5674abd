import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, open, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { FileToCapture } from '@dailies/reading/capture-of-file.ts'
import { typeOfFile } from '@dailies/reading/file-kind.ts'
import { readMedia } from '@dailies/reading/read-media.ts'

/** A file as it was when it was read. */
export interface ReadFile extends FileToCapture {
  path: string
  sha256: string
  /** Milliseconds since 1970. */
  changedAt: number
  /** All of it, where it is small: it can be sent although the file is written over meanwhile. */
  bytes?: Uint8Array<ArrayBuffer>
}

/** Bytes of its beginning that are looked into. */
const mostRead = 32 * 1024 ** 2
/** Bytes of the description of a film that stands at its end. */
const largestMovie = 16 * 1024 ** 2
const pieceSize = 1024 ** 2

/** A file that was written to while it was read: it is not finished. */
export class StillChanging extends Error {
  constructor(message = 'it is being written to') {
    super(message)
  }
}

/** A file that was written over or removed after a take was made of it, before its bytes were safe: the take stays without them. */
export class LeftWithoutBytes extends StillChanging {
  constructor({ versionNumber }: { versionNumber: number }) {
    super(
      `it was written over or removed while it was sent: v${versionNumber}, which was made of it, stays without its file`,
    )
  }
}

/** Whether it is no longer the file that was read. */
export async function hasChanged({ path, size, changedAt }: ReadFile): Promise<boolean> {
  const now = await stat(path).catch(() => undefined)
  return now?.size !== size || now.mtimeMs !== changedAt
}

/**
 * Reads all of a file once, a piece at a time: what it is, what it tells, and its SHA-256. Throws `StillChanging`, what the
 * file system says, and the reason of the signal.
 */
export async function readWhole(path: string, signal?: AbortSignal): Promise<ReadFile> {
  // A pipe that was put in its place would be waited for, for ever.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    return await readOpened(file, path, signal)
  } finally {
    await file.close()
  }
}

/** As `readWhole`, of a file that is open, whatever its path leads to meanwhile. */
export async function readOpened(file: FileHandle, path: string, signal?: AbortSignal): Promise<ReadFile> {
  const before = await file.stat()
  if (!before.isFile()) throw new Error('it is no file')
  const { size, mtimeMs: changedAt } = before
  const hash = createHash('sha256')
  const piece = Buffer.allocUnsafe(pieceSize)
  for (let at = 0; at < size; ) {
    signal?.throwIfAborted()
    const { bytesRead } = await file.read(piece, 0, Math.min(pieceSize, size - at), at)
    if (bytesRead === 0) throw new StillChanging()
    hash.update(piece.subarray(0, bytesRead))
    at += bytesRead
  }
  const told = await tellingPart(file, size)
  const after = await file.stat()
  if (after.size !== size || after.mtimeMs !== changedAt) throw new StillChanging()
  const name = basename(path)
  return {
    path,
    name,
    size,
    changedAt,
    sha256: hash.digest('hex'),
    type: typeOfFile(name, told),
    readings: await readMedia(told),
    ...(told.length === size && { bytes: told }),
  }
}

/** Its beginning; of a long film with its description at the end, what comes before the frames and that. */
async function tellingPart(file: FileHandle, size: number): Promise<Uint8Array<ArrayBuffer>> {
  const start = await bytesAt(file, 0, Math.min(size, mostRead))
  if (size <= mostRead || start.toString('latin1', 4, 8) !== 'ftyp') return start
  const parts: Uint8Array[] = []
  let length = 0
  // ISO/IEC 14496-12, 4.2: a size of four bytes, a type of four; a size of 1 is followed by the real one.
  for (let at = 0, boxes = 0; at + 16 <= size && boxes < 1000; boxes += 1) {
    const head = await bytesAt(file, at, 16)
    const short = head.readUInt32BE(0)
    const boxSize = short === 1 ? Number(head.readBigUInt64BE(8)) : short === 0 ? size - at : short
    if (boxSize < 8) break
    const type = head.toString('latin1', 4, 8)
    if (type !== 'mdat' && boxSize <= largestMovie && length + boxSize <= mostRead) {
      parts.push(await bytesAt(file, at, boxSize))
      length += boxSize
    }
    at += boxSize
  }
  return Buffer.concat(parts)
}

async function bytesAt(file: FileHandle, at: number, length: number): Promise<Buffer<ArrayBuffer>> {
  const bytes = Buffer.alloc(length)
  const { bytesRead } = await file.read(bytes, 0, length, at)
  return bytes.subarray(0, bytesRead)
}
