import type { ByteRange } from '../../media/store.ts'
import { pauses } from '../../pauses.ts'
import {
  centralHeader,
  centralLength,
  endLength,
  endOfDirectory,
  localHeader,
  localLength,
  type ZipEntry,
} from './records.ts'

/** A ZIP whose files lie elsewhere: what is known of it, and how its entries are asked for. */
export interface Zip<Entry extends ZipEntry = ZipEntry> {
  entries: number
  /** How long all headers and files are, and after them the directory. */
  directoryOffset: number
  directoryBytes: number
  /** Of all files. */
  modified: Date
  /** In the order of their offsets, from the last that begins at or before `offset` on. */
  from(offset: number): AsyncIterable<Entry>
  /** A file whose header in the directory begins at or not long before `place` there: its offset, and where that is. Else all are passed over. */
  inDirectory?(place: number): Promise<{ offset: number; at: number }>
  /** The bytes of a file, or some of them. */
  read(entry: Entry, range: ByteRange): AsyncIterable<Buffer>
}

/** Pieces that are sent: many small files make few of them. */
const pieceBytes = 262_144

export function zipLength(zip: Pick<Zip, 'entries' | 'directoryOffset' | 'directoryBytes'>): number {
  return zip.directoryOffset + zip.directoryBytes + endLength(directoryOf(zip))
}

const directoryOf = ({
  entries,
  directoryOffset,
  directoryBytes,
}: Pick<Zip, 'entries' | 'directoryOffset' | 'directoryBytes'>) => ({
  entries,
  offset: directoryOffset,
  bytes: directoryBytes,
})

/** The bytes of a ZIP from `start` to `end`, both inclusive: the same as those of the whole, whatever is asked for. */
export function zipBytes<Entry extends ZipEntry>(
  zip: Zip<Entry>,
  { start, end }: ByteRange,
): AsyncGenerator<Buffer> {
  return inPieces(cut(partsOf(zip, start), start, end))
}

/** A part of a ZIP, where it lies, and its bytes from one of them on. */
interface Part {
  at: number
  bytes: number
  read(from: number, to: number): AsyncIterable<Buffer> | Buffer
}

async function* partsOf<Entry extends ZipEntry>(zip: Zip<Entry>, start: number): AsyncGenerator<Part> {
  if (start < zip.directoryOffset) {
    for await (const entry of zip.from(start)) {
      const header = localHeader(entry, zip.modified)
      yield partOf(entry.offset, header)
      yield {
        at: entry.offset + header.length,
        bytes: entry.bytes,
        read: (from, to) => zip.read(entry, { start: from, end: to }),
      }
    }
  }
  const directoryEnd = zip.directoryOffset + zip.directoryBytes
  if (start < directoryEnd) {
    const first = (await zip.inDirectory?.(start - zip.directoryOffset)) ?? { offset: 0, at: 0 }
    let at = zip.directoryOffset + first.at
    for await (const entry of zip.from(first.offset)) {
      const header = centralHeader(entry, zip.modified)
      yield partOf(at, header)
      at += header.length
    }
  }
  yield partOf(directoryEnd, endOfDirectory(directoryOf(zip)))
}

const partOf = (at: number, bytes: Buffer): Part => ({
  at,
  bytes: bytes.length,
  read: (from, to) => bytes.subarray(from, to + 1),
})

/** Fails where a part does not begin where the one before it ended: files are gone that were there. */
async function* cut(parts: AsyncIterable<Part>, start: number, end: number): AsyncGenerator<Buffer> {
  const pause = pauses()
  let next = start
  for await (const { at, bytes, read } of parts) {
    await pause()
    if (at > next) throw new Error(`What comes at ${next} is not there any more`)
    next = Math.max(next, at + bytes)
    if (bytes === 0 || at + bytes <= start) continue
    const [from, to] = [Math.max(0, start - at), Math.min(bytes - 1, end - at)]
    const found = read(from, to)
    if (Buffer.isBuffer(found)) yield found
    else yield* whole(found, to + 1 - from)
    if (next > end) return
  }
}

/** Fails where there are fewer or more bytes than were told: what follows would not be what was promised. */
async function* whole(pieces: AsyncIterable<Buffer>, expected: number): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const piece of pieces) {
    bytes += piece.length
    if (bytes > expected) break
    yield piece
  }
  if (bytes !== expected) throw new Error(`A file has ${bytes} bytes of the ${expected} that it had`)
}

/** The same bytes in pieces of some length: each small one would cost as much as a large one. */
async function* inPieces(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = []
  let bytes = 0
  for await (const piece of pieces) {
    waiting.push(piece)
    bytes += piece.length
    if (bytes < pieceBytes) continue
    yield waiting.length === 1 ? piece : Buffer.concat(waiting)
    waiting = []
    bytes = 0
  }
  if (bytes > 0) yield Buffer.concat(waiting)
}

/** Gives files their places, one after the other, and knows what a ZIP of them has to know. */
export class Layout implements Pick<Zip, 'entries' | 'directoryOffset' | 'directoryBytes'> {
  entries = 0
  directoryOffset = 0
  directoryBytes = 0

  place<File extends { name: string; bytes: number }>(file: File): File & { offset: number } {
    const placed = { ...file, offset: this.directoryOffset }
    this.entries += 1
    this.directoryOffset += localLength(placed) + placed.bytes
    this.directoryBytes += centralLength(placed)
    return placed
  }
}
