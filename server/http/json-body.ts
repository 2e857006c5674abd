import { isUtf8 } from 'node:buffer'
import { DailiesError, invalid } from '../error.ts'
import { endOfString, parseExactJson, TooDeep } from '../exact-json.ts'
import { TooMany, takeApart } from '../json-parts.ts'
import { pauses } from '../pauses.ts'

/** What a route says of its bodies. */
export interface BodyRules {
  /** Levels; 64 unless it says otherwise. */
  deepest?: number
  /** Values in all of it; any number unless it says otherwise. */
  mostValues?: number
  /** What each member of a list may be, and what is left of the body without these, where they are parsed one by one. */
  ofMember?: { deepest: number; bytes: number }
}

/** Whatever JSON the sender has: there the digits of a number matter. */
const freeJson = new Set(['metadata', 'provenance', 'constraints', 'styleProfile'])

/** Of arrays and objects in the lists of a body. */
const mostMembers = 1000

/**
 * Parses a request body; in free JSON long numbers keep their digits. Throws `invalid` for what is not JSON, or nests
 * too deep. Where members are parsed one by one, everything else has its turn in between, and in place of one that is too
 * large or too deep there is the error that it would be alone.
 */
export async function parseJsonBody(
  bytes: Buffer,
  { deepest = 64, mostValues = Infinity, ofMember }: BodyRules = {},
): Promise<unknown> {
  // RFC 8259, section 8.1. Decoding would put U+FFFD in place of what is not UTF-8.
  if (!isUtf8(bytes)) throw invalid({}, ['Not valid UTF-8'])
  const text = withoutMark(bytes)
  if (hasMoreValues(text, mostValues)) throw invalid({}, [`More than ${mostValues} values`])
  if (!ofMember) return parsed(text, deepest)

  const { parts, rest } = await apart(text, deepest)
  if (rest.length > ofMember.bytes) throw tooLarge()
  const body = parsed(rest, deepest)
  const members: unknown[] = []
  const pause = pauses()
  for (const part of parts) {
    members.push(memberOf(part, ofMember))
    await pause()
  }
  if (typeof body === 'object' && body !== null)
    for (const list of Object.values(body)) putBack(list, members)
  return body
}

/** U+FEFF is no JSON, but common at the front of files. RFC 8259, section 8.1. */
function withoutMark(bytes: Buffer): Buffer {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes
}

/** Before they are made. Each but the first comes after the sign that begins a list or object, or parts two of its members. */
function hasMoreValues(bytes: Buffer, most: number): boolean {
  if (bytes.length <= most) return false
  for (let place = 0, values = 1; place < bytes.length; place += 1) {
    const byte = bytes[place]
    if (byte === 34) place = endOfString(bytes, place)
    else if (byte === 44 || byte === 91 || byte === 123) values += 1
    if (values > most) return true
  }
  return false
}

function parsed(bytes: Buffer, deepest: number): unknown {
  try {
    return parseExactJson(bytes, { below: freeJson, deepest })
  } catch (error) {
    throw error instanceof TooDeep ? tooDeep(deepest) : invalid({}, ['Not valid JSON'])
  }
}

async function apart(bytes: Buffer, deepest: number) {
  try {
    return await takeApart(bytes, { deepest, most: mostMembers })
  } catch (error) {
    if (error instanceof TooMany) throw invalid({}, [`More than ${mostMembers} objects in lists`])
    throw error instanceof TooDeep ? tooDeep(deepest) : error
  }
}

function memberOf(part: Buffer, { deepest, bytes }: { deepest: number; bytes: number }): unknown {
  if (part.length > bytes) return tooLarge()
  try {
    return parseExactJson(part, { below: freeJson, deepest })
  } catch (error) {
    if (error instanceof TooDeep) return tooDeep(deepest)
    throw invalid({}, ['Not valid JSON'])
  }
}

/** In a list each `[n]` stands for one of the members; nothing else there is an array. */
function putBack(list: unknown, members: unknown[]): void {
  if (!Array.isArray(list)) return
  for (const [index, place] of list.entries()) if (Array.isArray(place)) list[index] = members[place[0]]
}

function tooDeep(deepest: number): DailiesError {
  return invalid({}, [`Nested deeper than ${deepest} levels`])
}

function tooLarge(): DailiesError {
  return new DailiesError('too_large', 'Payload too large')
}
