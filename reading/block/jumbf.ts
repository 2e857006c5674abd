import { fourCharacters, nextNul, viewOf } from '../bytes.ts'
import { decodeText } from '../decode-text.ts'

/** C2PA's deepest box of interest is the fourth: store, manifest, assertions, assertion. */
const deepest = 6
const mostBoxes = 2000
const longestLabel = 500

/** A box that holds boxes: a JUMBF superbox. */
export interface Superbox {
  label: string
  superboxes: Superbox[]
  /** Its other boxes by their type, `cbor` or `json` for instance; of each type the first. */
  contents: Map<string, Uint8Array>
}

/** The first JUMBF superbox. ISO/IEC 19566-5, Annex A. Undefined when there is none. */
export function readJumbf(bytes: Uint8Array): Superbox | undefined {
  const budget = { boxes: mostBoxes }
  for (const { type, content } of boxes(bytes, budget)) {
    if (type === 'jumb') return readSuperbox(content, budget, 1)
  }
  return undefined
}

interface Budget {
  boxes: number
}

function readSuperbox(bytes: Uint8Array, budget: Budget, depth: number): Superbox {
  const superbox: Superbox = { label: '', superboxes: [], contents: new Map() }
  for (const { type, content } of boxes(bytes, budget)) {
    if (type === 'jumd') superbox.label = readLabel(content)
    else if (type !== 'jumb') superbox.contents.set(type, superbox.contents.get(type) ?? content)
    else if (depth < deepest) superbox.superboxes.push(readSuperbox(content, budget, depth + 1))
  }
  return superbox
}

/** Sixteen bytes of type, one of toggles (the second tells whether there is a label), and the label. */
function readLabel(description: Uint8Array): string {
  if (((description[16] ?? 0) & 2) === 0) return ''
  const nul = nextNul(description, 17, 17 + longestLabel)
  return nul === undefined ? '' : decodeText(description.subarray(17, nul))
}

function* boxes(bytes: Uint8Array, budget: Budget): Generator<{ type: string; content: Uint8Array }> {
  const view = viewOf(bytes)
  for (let at = 0; at + 8 <= bytes.length && budget.boxes > 0; budget.boxes -= 1) {
    const short = view.getUint32(at)
    if (short === 1 && at + 16 > bytes.length) return
    const header = short === 1 ? 16 : 8
    const size = short === 0 ? bytes.length - at : short === 1 ? Number(view.getBigUint64(at + 8)) : short
    if (size < header || at + size > bytes.length) return
    yield { type: fourCharacters(bytes, at + 4), content: bytes.subarray(at + header, at + size) }
    at += size
  }
}
