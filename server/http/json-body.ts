import { isUtf8 } from 'node:buffer'
import { asDouble, depthProblem } from '@dailies/contract/json-object.ts'
import { invalid } from '../error.ts'

const { rawJSON } = JSON as JSON & { rawJSON(text: string): unknown }
type Reviver = (this: unknown, key: string, value: unknown, context: { source?: string }) => unknown

/** What a route says of its bodies. */
export interface BodyRules {
  /** Levels; 64 unless it says otherwise. */
  deepest?: number
}

/**
 * Parses a request body. A whole number with more digits than a double holds (seeds are often 64-bit) stays as it
 * was written. Throws `invalid` for what is not JSON, or nests too deep.
 */
export function parseJsonBody(bytes: Buffer, { deepest = 64 }: BodyRules = {}): unknown {
  // RFC 8259, section 8.1. Decoding would put U+FFFD in place of what is not UTF-8.
  if (!isUtf8(bytes)) throw invalid({}, ['Not valid UTF-8'])
  const text = bytes.toString('utf8').replace(/^\ufeff/, '')
  let body: unknown
  try {
    // Reviving makes parsing several times slower, so it is done only where a long number may be.
    body = /[0-9]{16}|[eE]\+?[0-9]{3}/.test(text)
      ? JSON.parse(text, keepDigits as Parameters<typeof JSON.parse>[1])
      : JSON.parse(text)
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

const keepDigits: Reviver = (_key, value, { source }) =>
  typeof value === 'number' &&
  source !== undefined &&
  (!Number.isFinite(value) || (/^-?[0-9]+$/.test(source) && !Number.isSafeInteger(value)))
    ? rawJSON(source)
    : value
