import { piecesOfExif } from './block/exif.ts'
import { readXmp } from './block/xmp.ts'
import { decodeText } from './decode-text.ts'
import { type Inflated, inflate } from './inflate.ts'
import { parseJson } from './json.ts'
import type { NamedText } from './named-text.ts'
import type { Piece } from './piece.ts'

const mostPieces = 300
/** Of XMP, which takes longest. */
const mostPackets = 3
const longestPiece = 6_000_000
/** Bytes of all texts of a file. */
const longestTexts = 12_000_000

/** Properties of XMP that tools write texts into, and the names these have elsewhere. */
const xmpTexts = new Map([
  ['exif:UserComment', 'UserComment'],
  ['dc:description', 'Description'],
])

/** All that a file tells, decoded. */
export interface Content {
  texts: NamedText[]
  xmp: Map<string, string>
  c2pa?: Uint8Array
}

interface Budget {
  pieces: number
  packets: number
  bytes: number
}

/** Decodes the pieces of a file, in their order, until there is more of it than any generator writes. */
export async function contentOf(pieces: Iterable<Piece>, container: string): Promise<Content> {
  const content: Content = { texts: [], xmp: new Map() }
  await takeAll(content, pieces, container, { pieces: mostPieces, packets: mostPackets, bytes: longestTexts })
  return content
}

async function takeAll(content: Content, pieces: Iterable<Piece>, container: string, budget: Budget) {
  for (const piece of pieces) {
    budget.pieces -= 1
    if (budget.pieces < 0 || budget.bytes <= 0) return
    if (piece.kind === 'exif') await takeAll(content, piecesOfExif(piece.bytes), 'exif', budget)
    else if (piece.kind === 'c2pa') content.c2pa ??= piece.bytes
    else await takeText(content, piece, container, budget)
  }
}

async function takeText(content: Content, piece: Piece, container: string, budget: Budget): Promise<void> {
  const most = Math.min(longestPiece, budget.bytes)
  const { bytes, length } = piece.deflated ? await inflate(piece.bytes, most) : whole(piece.bytes, most)
  budget.bytes -= length
  if (!bytes) return
  const text = decodeText(bytes, piece.encoding)
  if (piece.kind === 'text') content.texts.push(namedText(piece.name, text, container))
  if (piece.kind !== 'xmp' || budget.packets === 0) return
  budget.packets -= 1
  takeXmp(content, text)
}

function whole(bytes: Uint8Array, most: number): Inflated {
  return bytes.length > most ? { length: 0 } : { bytes, length: bytes.length }
}

/** ComfyUI and others have one tag of Exif for many texts, and write `name:{…}`. */
function namedText(name: string, text: string, container: string): NamedText {
  const inner = container === 'exif' ? /^([\w .-]{1,60}):\s*(?=[{[])/.exec(text) : null
  const [prefix = '', innerName = name] = inner ?? []
  const own = text.slice(prefix.length)
  const json = /^\s*[{[]/.test(own) ? parseJson(own) : undefined
  return {
    name: innerName,
    text: own,
    format: `${container}:${innerName}`,
    ...(json !== undefined && { json }),
  }
}

function takeXmp(content: Content, packet: string): void {
  for (const [name, value] of readXmp(packet)) {
    if (!content.xmp.has(name)) content.xmp.set(name, value)
    const textName = xmpTexts.get(name)
    if (textName) content.texts.push(namedText(textName, value, 'xmp'))
  }
}
