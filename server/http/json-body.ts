import { isUtf8 } from 'node:buffer'
import { asDouble, depthProblem } from '@dailies/contract/json-object.ts'
import { invalid } from '../error.ts'
import { parseExactJson } from '../exact-json.ts'

/** What a route says of its bodies. */
export interface BodyRules {
  /** Levels; 64 unless it says otherwise. */
  deepest?: number
}

/** Parses a request body; long numbers keep their digits. Throws `invalid` for what is not JSON, or nests too deep. */
export function parseJsonBody(bytes: Buffer, { deepest = 64 }: BodyRules = {}): unknown {
  // RFC 8259, section 8.1. Decoding would put U+FFFD in place of what is not UTF-8.
  if (!isUtf8(bytes)) throw invalid({}, ['Not valid UTF-8'])
  const text = bytes.toString('utf8').replace(/^\ufeff/, '')
  let body: unknown
  try {
    body = parseExactJson(text)
  } catch (error) {
    // Reviving overflows the stack at thousands of levels.
    const tooDeep = error instanceof RangeError
    throw invalid({}, [tooDeep ? `Nested deeper than ${deepest} levels` : 'Not valid JSON'])
  }
  const problem = depthProblem(body, deepest)
  if (problem) throw invalid({}, [problem])
  // Alone, a raw JSON number would pass for an object without members.
  return asDouble(body)
}
