import { isUtf8 } from 'node:buffer'
import { invalid } from '../error.ts'
import { nestsDeeper, parseExactJson } from '../exact-json.ts'

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
  const text = bytes.toString('utf8').replace(/^\ufeff/, '')
  if (nestsDeeper(text, deepest)) throw invalid({}, [`Nested deeper than ${deepest} levels`])
  try {
    return parseExactJson(text, { below: freeJson })
  } catch {
    throw invalid({}, ['Not valid JSON'])
  }
}
