import { crc32, deflateSync } from 'node:zlib'

/** A file that somebody may send to do harm, or that was damaged on its way. */
export interface Hostile {
  name: string
  /** What it tries. */
  why: string
  bytes: Buffer
}

export function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}

export function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value >>> 0)
  return bytes
}

export function u64(value: bigint): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(value)
  return bytes
}

export function le16(value: number): Buffer {
  return u16(value).reverse()
}

export function le32(value: number): Buffer {
  return u32(value).reverse()
}

/** A chunk of a PNG. */
export function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  return Buffer.concat([u32(data.length), body, u32(crc32(body))])
}

export const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex')

/** `depth` bits a pixel of that colour type, with what its lines hold, or nothing but zeros. */
export function png(
  size: { width: number; height: number; depth?: number; colour?: number; interlaced?: boolean },
  more: Buffer[] = [],
  pixels?: Buffer,
): Buffer {
  const { width, height, depth = 8, colour = 0, interlaced = false } = size
  const header = Buffer.concat([
    u32(width),
    u32(height),
    Buffer.from([depth, colour, 0, 0, interlaced ? 1 : 0]),
  ])
  const channels = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }[colour] ?? 1
  const lines = () => Buffer.alloc(height * (1 + Math.ceil((width * depth * channels) / 8)))
  return Buffer.concat([
    pngSignature,
    pngChunk('IHDR', header),
    ...more,
    pngChunk('IDAT', pixels ?? deflateSync(lines(), { level: 1 })),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

/** A box of MP4, ISO/IEC 14496-12, section 4.2. `size` is what it says its length were. */
export function box(type: string, parts: Buffer[] = [], size?: number): Buffer {
  const data = Buffer.concat(parts)
  return Buffer.concat([u32(size ?? data.length + 8), Buffer.from(type, 'latin1'), data])
}

export const ftyp = box('ftyp', [Buffer.from('isom'), u32(512), Buffer.from('isommp41')])

/** An element of EBML, RFC 8794. `size` are the bytes that tell its length. */
export function element(id: string, parts: Buffer[] = [], size?: string): Buffer {
  const data = Buffer.concat(parts)
  const length = size
    ? Buffer.from(size, 'hex')
    : Buffer.concat([Buffer.from([0x01]), u64(BigInt(data.length)).subarray(1)])
  return Buffer.concat([Buffer.from(id, 'hex'), length, data])
}

export const ebmlHeader = element('1a45dfa3', [element('4282', [Buffer.from('webm')])])

/** Repeated without making each of them anew. */
export function times(count: number, part: Buffer): Buffer {
  return Buffer.alloc(count * part.length, part)
}

/** The file, cut off at each of these parts of its length. */
export function cutOff(name: string, bytes: Buffer, places: number[]): Hostile[] {
  return places.map((place) => ({
    name: name.replace('.', `-cut-at-${Math.round(place * 100)}.`),
    why: `Its end is missing, from ${Math.round(place * 100)} % on`,
    bytes: bytes.subarray(0, Math.floor(bytes.length * place)),
  }))
}
