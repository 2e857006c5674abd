/**
 * The records of a ZIP file, by APPNOTE 6.3.10 (https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT). Files are stored as they are, and
 * sizes and CRCs are known before: nothing follows the bytes of a file, and how long all of it is can be told before the first of them.
 */

/** A file of a ZIP, whose local header begins at `offset`. */
export interface ZipEntry {
  /** With `/` between its parts, UTF-8 of at most 65,535 bytes. */
  name: string
  bytes: number
  /** CRC-32 of its bytes, unsigned. */
  crc: number
  offset: number
}

/** From here on sizes and offsets take 64 bits. */
export const large = 0xffff_ffff
const many = 0xffff
/** Of the program that can read it: 4.5 knows sizes of 64 bits. */
const versionOf64 = 45
const plainVersion = 20
const madeOnUnix = 3 << 8
/** A file that its owner may write and all may read. */
const mode = 0o100644
/** Names are UTF-8. */
const flags = 0x0800

/** How long the local header of a file is. */
export function localLength({ name, bytes }: Pick<ZipEntry, 'name' | 'bytes'>): number {
  return 30 + Buffer.byteLength(name) + (bytes >= large ? 20 : 0)
}

/** What comes before the bytes of a file (4.3.7). */
export function localHeader({ name, bytes, crc }: ZipEntry, modified: Date): Buffer {
  const title = Buffer.from(name)
  const extra = bytes >= large ? sizesOf64([bytes, bytes]) : Buffer.alloc(0)
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x0403_4b50, 0)
  header.writeUInt16LE(extra.length > 0 ? versionOf64 : plainVersion, 4)
  common(header, 6, { bytes, crc, title, extra, modified })
  return Buffer.concat([header, title, extra])
}

/** How long the header of a file in the directory is. */
export function centralLength({ name, bytes, offset }: Pick<ZipEntry, 'name' | 'bytes' | 'offset'>): number {
  return 46 + Buffer.byteLength(name) + extraOf({ bytes, offset }).length
}

/** Files whose headers follow each other in the directory. */
export interface Measured {
  files: number
  /** Of their names. */
  nameBytes: number
  /** How many of them are large, begin so late, or one of both. */
  large: number
  late: number
  extended: number
}

/** How long the headers of files in the directory are. */
export function centralLengths({ files, nameBytes, large, late, extended }: Measured): number {
  return files * 46 + nameBytes + extended * 4 + large * 16 + late * 8
}

/** The header of a file in the directory, which comes after all files (4.3.12). */
export function centralHeader({ name, bytes, crc, offset }: ZipEntry, modified: Date): Buffer {
  const title = Buffer.from(name)
  const extra = extraOf({ bytes, offset })
  const header = Buffer.alloc(46)
  header.writeUInt32LE(0x0201_4b50, 0)
  header.writeUInt16LE(madeOnUnix | versionOf64, 4)
  header.writeUInt16LE(extra.length > 0 ? versionOf64 : plainVersion, 6)
  common(header, 8, { bytes, crc, title, extra, modified })
  header.writeUInt32LE(mode * 0x1_0000, 38)
  header.writeUInt32LE(Math.min(offset, large), 42)
  return Buffer.concat([header, title, extra])
}

/** What is the same in both headers, from their flags on. */
function common(
  header: Buffer,
  at: number,
  {
    bytes,
    crc,
    title,
    extra,
    modified,
  }: { bytes: number; crc: number; title: Buffer; extra: Buffer; modified: Date },
): void {
  header.writeUInt16LE(flags, at)
  header.writeUInt16LE(0, at + 2)
  header.writeUInt16LE(timeOf(modified), at + 4)
  header.writeUInt16LE(dateOf(modified), at + 6)
  header.writeUInt32LE(crc, at + 8)
  header.writeUInt32LE(Math.min(bytes, large), at + 12)
  header.writeUInt32LE(Math.min(bytes, large), at + 16)
  header.writeUInt16LE(title.length, at + 20)
  header.writeUInt16LE(extra.length, at + 22)
}

/** The sizes in 64 bits, where 32 are too few (4.5.3): in this order, and only those that are. */
function extraOf({ bytes, offset }: Pick<ZipEntry, 'bytes' | 'offset'>): Buffer {
  const sizes = [...(bytes >= large ? [bytes, bytes] : []), ...(offset >= large ? [offset] : [])]
  return sizes.length > 0 ? sizesOf64(sizes) : Buffer.alloc(0)
}

function sizesOf64(sizes: readonly number[]): Buffer {
  const extra = Buffer.alloc(4 + 8 * sizes.length)
  extra.writeUInt16LE(0x0001, 0)
  extra.writeUInt16LE(8 * sizes.length, 2)
  for (const [index, size] of sizes.entries()) extra.writeBigUInt64LE(BigInt(size), 4 + 8 * index)
  return extra
}

interface Directory {
  entries: number
  /** Where it begins, and how long it is. */
  offset: number
  bytes: number
}

const needs64 = ({ entries, offset, bytes }: Directory) =>
  entries >= many || offset >= large || bytes >= large

export const endLength = (directory: Directory): number => (needs64(directory) ? 56 + 20 : 0) + 22

/** What comes last, and is read first (4.3.14 to 4.3.16). */
export function endOfDirectory(directory: Directory): Buffer {
  const { entries, offset, bytes } = directory
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x0605_4b50, 0)
  end.writeUInt16LE(Math.min(entries, many), 8)
  end.writeUInt16LE(Math.min(entries, many), 10)
  end.writeUInt32LE(Math.min(bytes, large), 12)
  end.writeUInt32LE(Math.min(offset, large), 16)
  if (!needs64(directory)) return end
  const end64 = Buffer.alloc(56)
  end64.writeUInt32LE(0x0606_4b50, 0)
  end64.writeBigUInt64LE(44n, 4)
  end64.writeUInt16LE(madeOnUnix | versionOf64, 12)
  end64.writeUInt16LE(versionOf64, 14)
  end64.writeBigUInt64LE(BigInt(entries), 24)
  end64.writeBigUInt64LE(BigInt(entries), 32)
  end64.writeBigUInt64LE(BigInt(bytes), 40)
  end64.writeBigUInt64LE(BigInt(offset), 48)
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(0x0706_4b50, 0)
  locator.writeBigUInt64LE(BigInt(offset + bytes), 8)
  locator.writeUInt32LE(1, 16)
  return Buffer.concat([end64, locator, end])
}

/** In steps of two seconds, of UTC: the format knows no zones. */
function timeOf(at: Date): number {
  return (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1)
}

/** Its first year is 1980, and its last 2107. */
function dateOf(at: Date): number {
  const year = Math.min(Math.max(at.getUTCFullYear(), 1980), 2107)
  return ((year - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate()
}
