import { fourCharacters, nextNul, viewOf } from '../bytes.ts'
import { decodeText } from '../decode-text.ts'
import type { Piece } from '../piece.ts'

const encodings = ['windows-1252', 'utf-16le', 'utf-16be', 'utf-8']
const names: Record<string, string | undefined> = { TIT2: 'title', TPE1: 'artist', WOAS: 'source' }
const c2paTypes = ['application/c2pa', 'application/x-c2pa-manifest-store']

/**
 * The tag in front of an MP3 file. ID3v2.3.0 and ID3v2.4.0, 3 and 4; C2PA specification, A.3. Tags in other versions,
 * or with unsynchronisation (nobody writes it any more), are not read.
 */
export function* piecesOfId3(bytes: Uint8Array): Generator<Piece> {
  const version = bytes[3]
  const flags = bytes[5] ?? 0
  if (bytes.length < 20 || (version !== 3 && version !== 4) || flags & 0x80) return
  const view = viewOf(bytes)
  const sizeAt = (at: number) => (version === 4 ? syncsafe(bytes, at) : view.getUint32(at))
  const to = Math.min(bytes.length, 10 + syncsafe(bytes, 6))
  const extendedHeader = flags & 0x40 ? sizeAt(10) + (version === 4 ? 0 : 4) : 0
  for (let at = 10 + extendedHeader; at + 10 <= to && bytes[at] !== 0; ) {
    const end = at + 10 + sizeAt(at + 4)
    if (end > to) return
    yield* frame(fourCharacters(bytes, at), bytes.subarray(at + 10, end))
    at = end
  }
}

function* frame(id: string, content: Uint8Array): Generator<Piece> {
  if (id === 'GEOB') return yield* geob(content)
  if (id.startsWith('W') && names[id]) return yield { kind: 'text', name: names[id], bytes: content }
  const known = names[id]
  if (known) return yield { kind: 'text', name: known, ...encoded(content[0], content.subarray(1)) }
  if (id === 'TXXX') return yield* described(content[0], content.subarray(1))
  // A language of three letters stands in front of the description.
  if (id === 'COMM') yield* described(content[0], content.subarray(4), 'comment')
  if (id === 'USLT') yield* described(content[0], content.subarray(4), 'lyrics')
}

/** A description, which is the name unless there is one, and a value. */
function* described(code: number | undefined, content: Uint8Array, name?: string): Generator<Piece> {
  const end = endOfText(code, content, 0)
  if (end === undefined) return
  const description = encoded(code, content.subarray(0, end.at))
  yield {
    kind: 'text',
    name: name ?? decodeText(description.bytes.subarray(0, 200), description.encoding),
    ...encoded(code, content.subarray(end.next)),
  }
}

/** A file in the file: type, name, description, content. */
function* geob(content: Uint8Array): Generator<Piece> {
  const endOfType = nextNul(content, 1, 100)
  if (endOfType === undefined || !c2paTypes.includes(decodeText(content.subarray(1, endOfType)))) return
  const endOfName = endOfText(content[0], content, endOfType + 1)
  const endOfDescription = endOfName && endOfText(content[0], content, endOfName.next)
  if (endOfDescription) yield { kind: 'c2pa', name: '', bytes: content.subarray(endOfDescription.next) }
}

function endOfText(code: number | undefined, bytes: Uint8Array, from: number) {
  const isWide = code === 1 || code === 2
  if (!isWide) {
    const at = nextNul(bytes, from)
    return at === undefined ? undefined : { at, next: at + 1 }
  }
  for (let at = from; at + 2 <= bytes.length; at += 2) {
    if (bytes[at] === 0 && bytes[at + 1] === 0) return { at, next: at + 2 }
  }
  return undefined
}

function encoded(code: number | undefined, bytes: Uint8Array): { bytes: Uint8Array; encoding: string } {
  const isBigEndian = code === 1 && bytes[0] === 0xfe && bytes[1] === 0xff
  return { bytes, encoding: isBigEndian ? 'utf-16be' : (encodings[code ?? 0] ?? 'utf-8') }
}

/** Four times seven bits. */
function syncsafe(bytes: Uint8Array, at: number): number {
  const [first = 0, second = 0, third = 0, fourth = 0] = bytes.subarray(at, at + 4)
  return ((first & 0x7f) << 21) | ((second & 0x7f) << 14) | ((third & 0x7f) << 7) | (fourth & 0x7f)
}
