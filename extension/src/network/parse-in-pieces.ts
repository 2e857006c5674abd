import { endOfString, parseJson } from '@dailies/reading/json.ts'

/** Characters that are parsed at once: a millisecond or so. */
const atOnce = 64_000

/** Containers within containers, as in reading/json.ts. */
const deepest = 56

/** Containers that were put together of pieces: whoever walks through them had better rest in between, too. */
export type Large = WeakSet<object>

/**
 * Parses JSON, and rests after each piece; the caller goes on when there is time. Returns undefined when it is no JSON. Only
 * containers that do not end within a piece are taken apart here; all else is the browser's.
 */
export function* parseInPieces(text: string, large: Large): Generator<void, unknown> {
  if (text.length <= atOnce) return parseJson(text)
  const found = yield* valueAt(text, skip(text, 0), 0, large)
  return found && skip(text, found.end) === text.length ? found.value : undefined
}

interface Found {
  value: unknown
  end: number
}

function* valueAt(text: string, at: number, depth: number, large: Large): Generator<void, Found | undefined> {
  if (depth > deepest) return undefined
  const end = endWithin(text, at)
  if (end !== undefined) {
    const value = parseJson(text.slice(at, end))
    return value === undefined ? undefined : { value, end }
  }
  yield
  if (text[at] === '[') return yield* membersAt(text, at, depth, large, [])
  if (text[at] === '{') return yield* membersAt(text, at, depth, large, {})
  return undefined
}

function* membersAt(
  text: string,
  begin: number,
  depth: number,
  large: Large,
  into: unknown[] | Record<string, unknown>,
): Generator<void, Found | undefined> {
  const closing = Array.isArray(into) ? ']' : '}'
  let at = skip(text, begin + 1)
  let rested = at
  for (;;) {
    if (at - rested >= atOnce) {
      yield
      rested = at
    }
    let name: unknown
    if (!Array.isArray(into)) {
      const end = text[at] === '"' ? endOfString(text, at) : at
      name = parseJson(text.slice(at, end))
      at = skip(text, end)
      if (typeof name !== 'string' || text[at] !== ':') return undefined
      at = skip(text, at + 1)
    }
    const found = yield* valueAt(text, at, depth + 1, large)
    if (!found) return undefined
    if (Array.isArray(into)) into.push(found.value)
    else if (name !== '__proto__') into[name as string] = found.value
    at = skip(text, found.end)
    if (text[at] === closing) break
    if (text[at] !== ',') return undefined
    at = skip(text, at + 1)
  }
  large.add(into)
  return { value: into, end: at + 1 }
}

/** Where the value that begins here ends, if that is within one piece or is a single string. */
function endWithin(text: string, begin: number): number | undefined {
  if (text[begin] === '"') return endOfString(text, begin)
  const tokens = /["[\]{},]/g
  tokens.lastIndex = begin
  let depth = 0
  for (let token = tokens.exec(text); token && token.index < begin + atOnce; token = tokens.exec(text)) {
    const [character] = token
    if (character === '"') tokens.lastIndex = endOfString(text, token.index)
    else if (character === '{' || character === '[') depth += 1
    else if (depth === 0) return token.index
    else if (character !== ',') {
      depth -= 1
      if (depth === 0) return token.index + 1
    }
  }
  return undefined
}

function skip(text: string, at: number): number {
  const space = /[ \t\r\n]*/y
  space.lastIndex = at
  space.exec(text)
  return space.lastIndex
}
