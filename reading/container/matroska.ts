import { decodeText } from '../decode-text.ts'
import type { Piece } from '../piece.ts'

const segment = 0x18538067
const tagsElement = 0x1254c367
const tagElement = 0x7373
const simpleTag = 0x67c8
const tagName = 0x45a3
const tagString = 0x4487

interface Element {
  id: number
  from: number
  /** At most the end of what it is in. */
  to: number
}

/**
 * The tags of a WebM or Matroska file: RFC 8794 (EBML) and RFC 9559, 5.1.8. FFmpeg writes their names in capitals, at
 * the front. Behind a cluster of unknown length nothing is looked for.
 */
export function* piecesOfMatroska(bytes: Uint8Array): Generator<Piece> {
  for (const top of elements(bytes, 0, bytes.length)) {
    if (top.id !== segment) continue
    for (const part of elements(bytes, top.from, top.to)) {
      if (part.id !== tagsElement) continue
      for (const tag of elements(bytes, part.from, part.to)) {
        if (tag.id !== tagElement) continue
        for (const simple of elements(bytes, tag.from, tag.to)) {
          if (simple.id === simpleTag) yield* simpleTagPiece(bytes, simple)
        }
      }
    }
  }
}

function* simpleTagPiece(bytes: Uint8Array, simple: Element): Generator<Piece> {
  let name: string | undefined
  let value: Uint8Array | undefined
  for (const { id, from, to } of elements(bytes, simple.from, simple.to)) {
    if (id === tagName) name = decodeText(bytes.subarray(from, Math.min(to, from + 200)))
    if (id === tagString) value = bytes.subarray(from, to)
  }
  if (name && value) yield { kind: 'text', name, bytes: value }
}

function* elements(bytes: Uint8Array, from: number, to: number): Generator<Element> {
  for (let at = from; at < to; ) {
    const idLength = lengthOfNumber(bytes[at]!)
    const sizeAt = at + idLength
    if (idLength > 4 || sizeAt >= to) return
    const sizeLength = lengthOfNumber(bytes[sizeAt]!)
    const content = sizeAt + sizeLength
    if (sizeLength > 8 || content > to) return
    const size = readNumber(bytes, sizeAt, sizeLength) - 2 ** (7 * sizeLength)
    const isUnknown = size === 2 ** (7 * sizeLength) - 1
    const id = readNumber(bytes, at, idLength)
    const end = isUnknown ? to : content + size
    if (id === segment) yield { id, from: content, to: Math.min(end, to) }
    else if (!isUnknown && end <= to) yield { id, from: content, to: end }
    at = end
  }
}

/** The first byte tells by its leading zeros how many there are; 9 when that is none. */
function lengthOfNumber(first: number): number {
  return Math.clz32(first) - 23
}

/** With the bit that tells the length. Inexact behind 2^53, where no file reaches. */
function readNumber(bytes: Uint8Array, at: number, length: number): number {
  let number = 0
  for (const byte of bytes.subarray(at, at + length)) number = number * 256 + byte
  return number
}
