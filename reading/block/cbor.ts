import { type DecodeOptions, decodeFirst } from 'cborg'

const longest = 500_000
const deepest = 32

/** Tags of dates, links and the like are taken off: what they stand in front of is what is wanted. */
const anyTag = new Proxy({} as NonNullable<DecodeOptions['tags']>, {
  get: () => (decode: () => unknown) => decode(),
})

/**
 * What CBOR (RFC 8949) says, as JSON could: byte strings and what nests too deep are left out, whole numbers with more
 * digits than a double holds become text. Undefined when it is broken or too long, or nests deeper than the stack of
 * the decoder.
 */
export function readCbor(bytes: Uint8Array): unknown {
  if (bytes.length > longest) return undefined
  try {
    return asJson(decodeFirst(bytes, { tags: anyTag })[0], deepest)
  } catch {
    return undefined
  }
}

function asJson(value: unknown, levels: number): unknown {
  if (typeof value === 'bigint') return String(value)
  if (typeof value !== 'object' || value === null) return value
  if (levels === 0 || value instanceof Uint8Array) return undefined
  if (Array.isArray(value)) return value.map((item) => asJson(item, levels - 1))
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, asJson(member, levels - 1)]))
}
