import { big, joinBytes, latin1, utf8 } from './bytes.ts'

/** A PNG file of one grey pixel; `chunks` stand in front of it, or `behind` it as an animation's. */
export function png(chunks: Uint8Array[], behind: Uint8Array[] = []): Uint8Array {
  const header = chunk('IHDR', joinBytes(big(1, 4), big(1, 4), [8, 0, 0, 0, 0]))
  const pixel = chunk('IDAT', Uint8Array.of(0x78, 0x9c, 0x63, 0xa8, 0x07, 0x00, 0x00, 0x81, 0x00, 0x80))
  const signature = latin1('\x89PNG\r\n\x1a\n')
  return joinBytes(signature, header, ...chunks, pixel, ...behind, chunk('IEND', new Uint8Array()))
}

export function chunk(type: string, content: Uint8Array): Uint8Array {
  const checked = joinBytes(latin1(type), content)
  return joinBytes(big(content.length, 4), checked, big(crc32(checked), 4))
}

/** As Pillow writes a text: Latin-1, or UTF-8 in an iTXt chunk where that does not do. */
export function text(keyword: string, value: string): Uint8Array {
  return /^[\0-\xff]*$/.test(value) ? latinText(keyword, value) : internationalText(keyword, value)
}

export function latinText(keyword: string, value: string): Uint8Array {
  return chunk('tEXt', latin1(`${keyword}\0${value}`))
}

export function compressedText(keyword: string, deflated: Uint8Array): Uint8Array {
  return chunk('zTXt', joinBytes(latin1(`${keyword}\0\0`), deflated))
}

/** With bytes instead of a text: a zlib stream of it. */
export function internationalText(keyword: string, value: string | Uint8Array): Uint8Array {
  const isText = typeof value === 'string'
  const content = isText ? utf8(value) : value
  return chunk('iTXt', joinBytes(latin1(`${keyword}\0`), [isText ? 0 : 1, 0], latin1('en\0\0'), content))
}

/** CRC-32 of PNG, Annex D. */
function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (let at = 0; at < bytes.length; at += 1) crc = crcs[(crc ^ bytes[at]!) & 0xff]! ^ (crc >>> 8)
  return (crc ^ 0xffffffff) >>> 0
}

/** Of each byte. */
const crcs = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  return crc
})
