import { isUtf8 } from 'node:buffer'
import { asDouble } from '@dailies/contract/json-object.ts'
import { invalid } from '../error.ts'

const deepest = 64

const { isRawJSON, rawJSON } = JSON as JSON & {
  isRawJSON(value: unknown): boolean
  rawJSON(text: string): unknown
}
type Reviver = (this: unknown, key: string, value: unknown, context: { source?: string }) => unknown

/**
 * Parses a request body. A whole number with more digits than a double holds (seeds are often 64-bit) stays as it
 * was written. Throws `invalid` for what is not JSON, or nests deeper than 64 levels: writing it out again would
 * overflow the stack.
 */
export function parseJsonBody(bytes: Buffer): unknown {
  // RFC 8259, section 8.1. Decoding would put U+FFFD in place of what is not UTF-8.
  if (!isUtf8(bytes)) throw invalid({}, ['Not valid UTF-8'])
  const text = bytes.toString('utf8').replace(/^\ufeff/, '')
  let body: unknown
  try {
    // Reviving makes parsing several times slower, so it is done only where a long number may be.
    body = /[0-9]{16}|[eE]\+?[0-9]{3}/.test(text)
      ? JSON.parse(text, keepDigits as Parameters<typeof JSON.parse>[1])
      : JSON.parse(text)
  } catch {
    throw invalid({}, ['Not valid JSON'])
  }
  if (isDeeper(body, deepest)) throw invalid({}, [`Nested deeper than ${deepest} levels`])
  // Alone, a raw JSON number would pass for an object without members.
  return asDouble(body)
}

const keepDigits: Reviver = (_key, value, { source }) =>
  typeof value === 'number' &&
  source !== undefined &&
  (!Number.isFinite(value) || (/^-?[0-9]+$/.test(source) && !Number.isSafeInteger(value)))
    ? rawJSON(source)
    : value

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null || isRawJSON(value)) return false
  if (levels === 0) return true
  for (const member of Object.values(value)) if (isDeeper(member, levels - 1)) return true
  return false
}
