import { standsAt, viewOf } from '../bytes.ts'
import { asUtf8 } from '../decode-text.ts'
import type { Piece } from '../piece.ts'

const exifDirectory = 0x8769
const userComment = 0x9286

/** UserComment and MakerNote belong into the Exif directory; Fooocus writes them into the first one. */
const names: Record<number, string | undefined> = {
  270: 'ImageDescription',
  271: 'Make',
  272: 'Model',
  305: 'Software',
  315: 'Artist',
  [userComment]: 'UserComment',
  37500: 'MakerNote',
}

/** ComfyUI's WebP nodes write texts into Model, Make, and then one tag down for each further text. */
const firstOfComfyUi = 0x0100
const lastOfComfyUi = 0x0110

/** Of types that hold text: bytes, ASCII, undefined and UTF-8 (Exif 3.0), one byte a character. */
const textTypes = [1, 2, 7, 129]
const mostEntries = 500

/**
 * The texts of an Exif block, with or without `Exif\0\0` in front. TIFF 6.0, section 2; Exif 3.0, 4.6. Read here, for
 * the readers that npm has either need Node's Buffer (exif-reader) or hang on a forged count (exifr 7.1.3).
 */
export function* piecesOfExif(block: Uint8Array): Generator<Piece> {
  const tiff = standsAt(block, 0, 'Exif\0\0') ? block.subarray(6) : block
  const isLittleEndian = standsAt(tiff, 0, 'II')
  if (tiff.length < 8 || (!isLittleEndian && !standsAt(tiff, 0, 'MM'))) return
  const view = viewOf(tiff)
  const first = view.getUint32(4, isLittleEndian)
  let second: number | undefined
  for (const entry of entries(view, first, isLittleEndian)) {
    if (entry.tag === exifDirectory) second = view.getUint32(entry.at + 8, isLittleEndian)
    else yield* textOf(tiff, entry, isLittleEndian)
  }
  if (second === undefined) return
  for (const entry of entries(view, second, isLittleEndian)) yield* textOf(tiff, entry, isLittleEndian)
}

interface Entry {
  at: number
  tag: number
  type: number
  count: number
}

function* entries(view: DataView, directory: number, isLittleEndian: boolean): Generator<Entry> {
  if (directory + 2 > view.byteLength) return
  const count = Math.min(view.getUint16(directory, isLittleEndian), mostEntries)
  for (let index = 0; index < count; index += 1) {
    const at = directory + 2 + index * 12
    if (at + 12 > view.byteLength) return
    yield {
      at,
      tag: view.getUint16(at, isLittleEndian),
      type: view.getUint16(at + 2, isLittleEndian),
      count: view.getUint32(at + 4, isLittleEndian),
    }
  }
}

/** Up to four bytes stand in the entry itself, more of them where it points to. */
function* textOf(tiff: Uint8Array, entry: Entry, isLittleEndian: boolean): Generator<Piece> {
  const { at, tag, type, count } = entry
  const isComfyUi = tag >= firstOfComfyUi && tag <= lastOfComfyUi
  const name = names[tag] ?? (isComfyUi ? `tag${tag.toString(16)}` : undefined)
  if (name === undefined || !textTypes.includes(type) || count === 0) return
  const from = count <= 4 ? at + 8 : viewOf(tiff).getUint32(at + 8, isLittleEndian)
  if (from + count > tiff.length) return
  const bytes = tiff.subarray(from, from + count)
  if (tag === userComment) yield { kind: 'text', name, ...comment(bytes, isLittleEndian) }
  else yield { kind: 'text', name, bytes }
}

/** Eight bytes name the character code, Exif 3.0, 4.6.6.3. ASCII is taken for what it may be; some leave the code out. */
function comment(bytes: Uint8Array, isLittleEndian: boolean): { bytes: Uint8Array; encoding?: string } {
  const rest = bytes.subarray(8)
  if (standsAt(bytes, 0, 'UNICODE\0')) return { bytes: rest, encoding: unicodeOf(rest, isLittleEndian) }
  if (standsAt(bytes, 0, 'JIS\0\0\0\0\0')) return { bytes: rest, encoding: 'iso-2022-jp' }
  if (standsAt(bytes, 0, 'ASCII\0\0\0') || standsAt(bytes, 0, '\0\0\0\0\0\0\0\0')) return { bytes: rest }
  return { bytes }
}

/**
 * The byte order should be that of the block; piexif (AUTOMATIC1111, Civitai) writes UTF-16BE into any, ImageSharp
 * (SwarmUI) UTF-16LE, and some UTF-8. Spaces and Latin letters tell: one of their two bytes is NUL.
 */
function unicodeOf(bytes: Uint8Array, isLittleEndian: boolean): string | undefined {
  if (standsAt(bytes, 0, '\xff\xfe')) return 'utf-16le'
  if (standsAt(bytes, 0, '\xfe\xff')) return 'utf-16be'
  const start = bytes.subarray(0, 4000)
  let even = 0
  let odd = 0
  for (let at = 0; at + 1 < start.length; at += 2) {
    if (start[at] === 0) even += 1
    if (start[at + 1] === 0) odd += 1
  }
  if (even === 0 && odd === 0 && asUtf8(bytes) !== undefined) return undefined
  if (even === odd) return isLittleEndian ? 'utf-16le' : 'utf-16be'
  return even > odd ? 'utf-16be' : 'utf-16le'
}
