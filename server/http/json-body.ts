import { isUtf8 } from 'node:buffer'
import { invalid } from '../error.ts'
import { parseExactJson, TooDeep } from '../exact-json.ts'

/** What a route says of its bodies. */
export interface BodyRules {
  /** Levels; 64 unless it says otherwise. */
  deepest?: number
}

/** Whatever JSON the sender has: there the digits of a number matter. */
const freeJson = new Set(['metadata', 'provenance', 'constraints', 'styleProfile'])

/**
 * Parses a request body; in free JSON long numbers keep their digits. Throws `invalid` for what is not JSON, or nests
 * too deep.
 */
export function parseJsonBody(bytes: Buffer, { deepest = 64 }: BodyRules = {}): unknown {
  // RFC 8259, section 8.1. Decoding would put U+FFFD in place of what is not UTF-8.
  if (!isUtf8(bytes)) throw invalid({}, ['Not valid UTF-8'])
  try {
    return parseExactJson(withoutMark(bytes), { below: freeJson, deepest })
  } catch (error) {
    const problem = error instanceof TooDeep ? `Nested deeper than ${deepest} levels` : 'Not valid JSON'
    throw invalid({}, [problem])
  }
}

/** U+FEFF is no JSON, but common at the front of files. RFC 8259, section 8.1. */
function withoutMark(bytes: Buffer): Buffer {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes
}
