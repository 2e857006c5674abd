import { big, joinBytes, latin1, little, utf16 } from './bytes.ts'

export interface TiffEntry {
  tag: number
  /** 2 is ASCII, 4 a number of four bytes, 7 undefined. */
  type: number
  bytes: Uint8Array
}

type Order = 'little' | 'big'

/** An Exif block: the entries of its first directory, and those of the Exif directory below it. */
export function tiff(first: TiffEntry[], exif: TiffEntry[] = [], order: Order = 'big'): Uint8Array {
  const number = order === 'big' ? big : little
  const header = joinBytes(latin1(order === 'big' ? 'MM' : 'II'), number(42, 2), number(8, 4))
  const pointer = { tag: 0x8769, type: 4, bytes: new Uint8Array(4) }
  const own = exif.length > 0 ? [...first, pointer] : first
  const exifAt = 8 + directory(own, 8, order).length
  pointer.bytes = number(exifAt, 4)
  return joinBytes(header, directory(own, 8, order), exif.length > 0 ? directory(exif, exifAt, order) : [])
}

function directory(entries: TiffEntry[], at: number, order: Order): Uint8Array {
  const number = order === 'big' ? big : little
  const rows: Uint8Array[] = []
  const values: Uint8Array[] = []
  let valueAt = at + 2 + entries.length * 12 + 4
  for (const { tag, type, bytes } of entries) {
    const count = type === 4 ? 1 : bytes.length
    const isShort = bytes.length <= 4
    const value = isShort ? joinBytes(bytes, new Uint8Array(4 - bytes.length)) : number(valueAt, 4)
    rows.push(joinBytes(number(tag, 2), number(type, 2), number(count, 4), value))
    if (isShort) continue
    values.push(bytes)
    valueAt += bytes.length
  }
  return joinBytes(number(entries.length, 2), ...rows, number(0, 4), ...values)
}

export function asciiEntry(tag: number, value: string): TiffEntry {
  return { tag, type: 2, bytes: new TextEncoder().encode(`${value}\0`) }
}

/** The comment with its character code in front, as Exif has it. */
export function commentEntry(code: string, bytes: Uint8Array): TiffEntry {
  return { tag: 0x9286, type: 7, bytes: joinBytes(latin1(code.padEnd(8, '\0')), bytes) }
}

/** As AUTOMATIC1111 writes it with piexif: UTF-16BE in a big-endian block. */
export function exifComment(value: string): Uint8Array {
  return tiff([], [commentEntry('UNICODE', utf16(value, 'big'))])
}
