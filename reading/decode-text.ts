/**
 * The text in these bytes, without U+0000 (no database can store it) and without halves of surrogate pairs. Without an
 * encoding it is UTF-8, or Windows-1252 where it is no UTF-8: the PNG specification has Latin-1, many tools write UTF-8.
 */
export function decodeText(bytes: Uint8Array, encoding?: string): string {
  const text = encoding ? new TextDecoder(encoding).decode(bytes) : (asUtf8(bytes) ?? asLatin1(bytes))
  return text.replaceAll('\0', '').toWellFormed()
}

/** Undefined when the bytes are no UTF-8. */
export function asUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

function asLatin1(bytes: Uint8Array): string {
  return new TextDecoder('windows-1252').decode(bytes)
}
