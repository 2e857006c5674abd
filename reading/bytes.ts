/** Numbers at places of the bytes; a place behind the end throws a RangeError, so lengths are checked before. */
export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** The type of a chunk or box: four bytes as Latin-1. */
export function fourCharacters(bytes: Uint8Array, at: number): string {
  const [first = 0, second = 0, third = 0, fourth = 0] = [
    bytes[at],
    bytes[at + 1],
    bytes[at + 2],
    bytes[at + 3],
  ]
  return String.fromCharCode(first, second, third, fourth)
}

/** Whether `text`, of ASCII alone, stands at that place. */
export function standsAt(bytes: Uint8Array, at: number, text: string): boolean {
  if (at < 0 || at + text.length > bytes.length) return false
  for (let index = 0; index < text.length; index += 1) {
    if (bytes[at + index] !== text.charCodeAt(index)) return false
  }
  return true
}

/** The place of the next NUL, or undefined when there is none before `limit`. */
export function nextNul(bytes: Uint8Array, from: number, limit = bytes.length): number | undefined {
  const at = bytes.subarray(0, limit).indexOf(0, from)
  return at === -1 ? undefined : at
}

export function joined(parts: readonly Uint8Array[]): Uint8Array {
  if (parts.length === 1) return parts[0]!
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
