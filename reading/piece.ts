/**
 * A part of a file that may tell how it was made. It is bytes still: what is too long is never decoded, and what nobody
 * asks for is never looked at.
 */
export interface Piece {
  kind: 'text' | 'exif' | 'xmp' | 'c2pa'
  /** Of a text: the keyword, tag or key it stands under. */
  name: string
  bytes: Uint8Array
  /** The bytes are a zlib stream (RFC 1950). */
  deflated?: boolean
  /** A label of the Encoding standard; when it is missing, UTF-8, or Latin-1 where that is none. */
  encoding?: string
}
