import { joined, standsAt, viewOf } from '../bytes.ts'
import type { Piece } from '../piece.ts'
import { piecesOfVorbisComments } from './vorbis-comments.ts'

const signatures = ['OpusTags', '\x03vorbis']

/** The comments of an Opus or Vorbis file: the second packet of its first stream. RFC 3533, 6; RFC 7845, 5.2. */
export function* piecesOfOgg(bytes: Uint8Array): Generator<Piece> {
  const packet = secondPacket(bytes)
  const signature = packet && signatures.find((text) => standsAt(packet, 0, text))
  if (packet && signature) yield* piecesOfVorbisComments(packet.subarray(signature.length))
}

/** A packet lies in segments of at most 255 bytes, a shorter one ends it; a page holds up to 255 segments. */
function secondPacket(bytes: Uint8Array): Uint8Array | undefined {
  const view = viewOf(bytes)
  const parts: Uint8Array[] = []
  let packet = 0
  for (let page = 0; page + 27 <= bytes.length && standsAt(bytes, page, 'OggS'); ) {
    const table = page + 27
    const count = bytes[page + 26]!
    let at = table + count
    if (at > bytes.length) return undefined
    const isOfFirst = view.getUint32(page + 14) === view.getUint32(14)
    for (const length of bytes.subarray(table, table + count)) {
      if (at + length > bytes.length) return undefined
      if (isOfFirst && packet === 1) parts.push(bytes.subarray(at, at + length))
      if (isOfFirst && length < 255) packet += 1
      if (packet === 2) return joined(parts)
      at += length
    }
    page = at
  }
  return undefined
}
