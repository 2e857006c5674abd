import { viewOf } from '../bytes.ts'
import { decodeText } from '../decode-text.ts'
import type { Piece } from '../piece.ts'

/** `NAME=value` pairs, as FLAC, Opus and Vorbis have them. Vorbis I specification, 5.2. */
export function* piecesOfVorbisComments(bytes: Uint8Array): Generator<Piece> {
  if (bytes.length < 8) return
  const view = viewOf(bytes)
  const vendorLength = view.getUint32(0, true)
  for (let at = 4 + vendorLength + 4; at + 4 <= bytes.length; ) {
    const end = at + 4 + view.getUint32(at, true)
    if (end > bytes.length) return
    const comment = bytes.subarray(at + 4, end)
    const equals = comment.subarray(0, 200).indexOf(0x3d)
    if (equals > 0) {
      const name = decodeText(comment.subarray(0, equals))
      yield { kind: 'text', name, bytes: comment.subarray(equals + 1) }
    }
    at = end
  }
}
