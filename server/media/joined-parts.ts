/** A part of an upload: bytes from `offset` on. */
export interface Part {
  offset: number
  bytes: number
}

/** A piece of a part that belongs to the whole, from `skip` bytes on in the part. */
interface Piece<P extends Part> {
  part: P
  skip: number
}

/**
 * The pieces that make up the whole from its beginning, up to the first byte that no part has. Parts come in the order of their
 * offsets, and may overlap, where a client has sent something again.
 */
export async function* joinedParts<P extends Part>(
  parts: AsyncIterable<P> | Iterable<P>,
): AsyncGenerator<Piece<P>> {
  let position = 0
  for await (const part of parts) {
    if (part.offset > position) return
    const end = part.offset + part.bytes
    if (end <= position) continue
    yield { part, skip: position - part.offset }
    position = end
  }
}
