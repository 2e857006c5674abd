import { fourCharacters, viewOf } from '../bytes.ts'
import type { Piece } from '../piece.ts'

const kinds: Record<string, Piece['kind'] | undefined> = {
  EXIF: 'exif',
  'XMP ': 'xmp',
  C2PA: 'c2pa',
}

/** The Exif, XMP and C2PA chunks of a WebP or WAVE file. RFC 9649, 2.3 and 2.7.1.5; C2PA specification, A.3. */
export function* piecesOfRiff(bytes: Uint8Array): Generator<Piece> {
  const view = viewOf(bytes)
  for (let at = 12; at + 8 <= bytes.length; ) {
    const length = view.getUint32(at + 4, true)
    const end = at + 8 + length
    if (end > bytes.length) return
    const kind = kinds[fourCharacters(bytes, at)]
    if (kind) yield { kind, name: '', bytes: bytes.subarray(at + 8, end) }
    at = end + (length % 2)
  }
}
