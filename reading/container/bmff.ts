import { fourCharacters, nextNul, viewOf } from '../bytes.ts'
import { decodeText } from '../decode-text.ts'
import type { Piece } from '../piece.ts'

const c2paUuid = 'd8fec3d61b0e483c92975828877ec481'
const xmpUuid = 'be7acfcb97a942e89c71999491e3afac'

/** iTunes' keys, under the names that FFmpeg gives them. */
const itunesNames: Record<string, string | undefined> = {
  '\xa9cmt': 'comment',
  '\xa9nam': 'title',
  '\xa9lyr': 'lyrics',
  '\xa9too': 'encoder',
  desc: 'description',
}

interface Box {
  type: string
  /** Its type as a number: in a list of tags, the number of the key. */
  code: number
  /** Where its content begins and ends. The end may be behind the end of the file: of a large one only a part is here. */
  from: number
  to: number
}

/**
 * The tags, C2PA and XMP boxes of an MP4 or QuickTime file (and of AVIF and HEIC, where they are at its top). ISO/IEC
 * 14496-12, 4.2; "Metadata" of the QuickTime File Format for tags under keys, as ComfyUI's video nodes have FFmpeg write
 * them; C2PA specification, A.5.
 */
export function* piecesOfBmff(bytes: Uint8Array): Generator<Piece> {
  for (const box of boxes(bytes, 0, bytes.length)) {
    if (box.type === 'uuid') yield* uuidBox(bytes, box)
    if (box.type !== 'moov') continue
    for (const inner of within(bytes, box)) {
      if (inner.type === 'meta') yield* tags(bytes, inner)
      if (inner.type !== 'udta') continue
      for (const meta of within(bytes, inner)) if (meta.type === 'meta') yield* tags(bytes, meta)
    }
  }
}

function* uuidBox(bytes: Uint8Array, { from, to }: Box): Generator<Piece> {
  if (to > bytes.length || to - from < 16) return
  const uuid = [...bytes.subarray(from, from + 16)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  const content = bytes.subarray(from + 16, to)
  if (uuid === xmpUuid) yield { kind: 'xmp', name: '', bytes: content }
  if (uuid !== c2paUuid) return
  // Version and flags, then the purpose, and for a manifest an offset of eight bytes.
  const nul = nextNul(content, 4, 64)
  if (nul === undefined || decodeText(content.subarray(4, nul)) !== 'manifest') return
  yield { kind: 'c2pa', name: '', bytes: content.subarray(nul + 9) }
}

function* tags(bytes: Uint8Array, meta: Box): Generator<Piece> {
  // In QuickTime files a plain box, in MP4 one that begins with version and flags.
  const isPlain = fourCharacters(bytes, meta.from + 4) === 'hdlr'
  const inside = { ...meta, from: meta.from + (isPlain ? 0 : 4) }
  let keys: string[] = []
  for (const box of within(bytes, inside)) {
    if (box.type === 'keys') keys = readKeys(bytes, box)
    if (box.type === 'ilst') yield* items(bytes, box, keys)
  }
}

function readKeys(bytes: Uint8Array, box: Box): string[] {
  const keys = within(bytes, { ...box, from: box.from + 8 })
  return Array.from(keys, ({ from, to }) => decodeText(bytes.subarray(from, Math.min(to, from + 200))))
}

function* items(bytes: Uint8Array, list: Box, keys: readonly string[]): Generator<Piece> {
  for (const item of within(bytes, list)) {
    const name = itunesNames[item.type] ?? keys[item.code - 1]
    if (name === undefined) continue
    for (const { type, from, to } of within(bytes, item)) {
      // Type and locale stand in front of the value.
      if (type !== 'data' || to > bytes.length || to - from < 8) continue
      yield { kind: 'text', name, bytes: bytes.subarray(from + 8, to) }
    }
  }
}

function within(bytes: Uint8Array, { from, to }: Box): Generator<Box> {
  return boxes(bytes, from, Math.min(to, bytes.length))
}

function* boxes(bytes: Uint8Array, from: number, to: number): Generator<Box> {
  const view = viewOf(bytes)
  for (let at = from; at + 8 <= to; ) {
    const short = view.getUint32(at)
    const isLong = short === 1
    if (isLong && at + 16 > to) return
    const header = isLong ? 16 : 8
    const size = short === 0 ? to - at : isLong ? Number(view.getBigUint64(at + 8)) : short
    if (size < header) return
    const type = fourCharacters(bytes, at + 4)
    yield { type, code: view.getUint32(at + 4), from: at + header, to: at + size }
    at += size
  }
}
