/** For the writers of files that tests read. */
export function joinBytes(...parts: (Uint8Array | number[])[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** Each character one byte. */
export function latin1(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length)
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at)
  return bytes
}

export function utf8(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text)
}

export function utf16(text: string, order: 'little' | 'big'): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length * 2)
  const view = new DataView(bytes.buffer)
  for (let at = 0; at < text.length; at += 1) view.setUint16(at * 2, text.charCodeAt(at), order === 'little')
  return bytes
}

/** A number in that many bytes, the highest first. */
export function big(value: number, length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length)
  for (let at = length - 1, rest = value; at >= 0; at -= 1, rest = Math.floor(rest / 256))
    bytes[at] = rest % 256
  return bytes
}

export function little(value: number, length: number): Uint8Array<ArrayBuffer> {
  return big(value, length).reverse()
}
