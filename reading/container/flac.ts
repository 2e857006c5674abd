import { viewOf } from '../bytes.ts'
import type { Piece } from '../piece.ts'
import { piecesOfVorbisComments } from './vorbis-comments.ts'

const vorbisComment = 4

/** The comments of a FLAC file. RFC 9639, 8.1 and 8.6. */
export function* piecesOfFlac(bytes: Uint8Array): Generator<Piece> {
  const view = viewOf(bytes)
  for (let at = 4; at + 4 <= bytes.length; ) {
    const type = bytes[at]! & 0x7f
    const isLast = bytes[at]! >= 0x80
    const end = at + 4 + (view.getUint32(at) & 0xffffff)
    if (end > bytes.length) return
    if (type === vorbisComment) yield* piecesOfVorbisComments(bytes.subarray(at + 4, end))
    if (isLast) return
    at = end
  }
}
