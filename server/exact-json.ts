const { rawJSON } = JSON as JSON & { rawJSON(text: string): unknown }

/** Of one text so many long numbers keep their digits; the others are doubles, for one kept costs as much as ten. */
const mostKept = 250

/** So many are looked at for that: of what looks long, not all would lose digits. Of what is stored so many keep theirs. */
const mostLooked = 1000

/** In a list of more than these none is kept: V8 holds its numbers side by side, and would have to hold each alone. */
const longList = 1000

/** A JSON text nests deeper than it may. */
export class TooDeep extends Error {}

interface Rules {
  /** Below members of these names numbers keep their digits; everywhere when nothing is said. */
  below?: ReadonlySet<string> | undefined
  deepest?: number | undefined
  /** Whether the text was read within the limits before, whichever they were then. */
  stored?: boolean
}

/**
 * Parses JSON as `JSON.parse` does, but a whole number with more digits than a double holds (seeds are often 64-bit)
 * becomes raw JSON, which is written as it was: the first 250 of them, in lists of up to 1,000. Throws `SyntaxError`, and
 * `TooDeep` before it goes down there.
 *
 * `JSON.parse` with a reviver is ten times as slow for the whole text. Here one pass over the bytes finds such numbers,
 * which `JSON.parse` makes doubles of, and they are put in place of these. (docs/decisions/0015-long-numbers.md)
 */
export function parseExactJson(
  json: Buffer | string,
  { below, deepest = Infinity, stored = false }: Rules = {},
): unknown {
  const bytes = typeof json === 'string' ? Buffer.from(json) : json
  const numbers = longNumbers(bytes, { deepest, most: stored ? mostLooked : mostKept })
  const value = JSON.parse(bytes.toString())
  return numbers.length === 0 ? value : withDigits(value, { bytes, numbers, below, stored })
}

interface LongNumber {
  source: string
  /** From the whole down to it: the place in an array; in an object less than 0, and where its name begins in the text. */
  path: number[]
}

/** Those that would lose digits. What it finds in a text that is not JSON means nothing. */
function longNumbers(bytes: Buffer, { deepest, most }: { deepest: number; most: number }): LongNumber[] {
  const numbers: LongNumber[] = []
  const path: number[] = []
  const { length } = bytes
  let level = -1
  let lastString = 0
  let looked = 0
  for (let place = 0; place < length; place += 1) {
    const byte = bytes[place] as number
    if (byte === quote) {
      lastString = place
      place = endOfString(bytes, place)
    } else if (byte === minus || (byte >= 48 && byte <= 57)) {
      let end = place + 1
      while (end < length && isOfNumber[bytes[end] as number] === 1) end += 1
      if (end - place > 4 && looked < mostLooked && looksLong(bytes, place, end)) {
        looked += 1
        const source = bytes.toString('latin1', place, end)
        if (numbers.length < most && losesDigits(source))
          numbers.push({ source, path: path.slice(0, level + 1) })
      }
      place = end - 1
    } else if (byte === comma) {
      if (path[level]! >= 0) path[level]! += 1
    } else if (byte === colon) path[level] = -lastString
    else if (byte === 91 || byte === 123) {
      level += 1
      if (level >= deepest) throw new TooDeep()
      path[level] = byte === 91 ? 0 : -1
    } else if (byte === 93 || byte === 125) level -= 1
  }
  return numbers
}

const [quote, backslash, comma, colon, minus] = [34, 92, 44, 58, 45]

/** By byte: 1 for digits and for what else stands in numbers. */
const isOfNumber = Uint8Array.from(
  { length: 256 },
  (_, byte) => +/[0-9.eE+-]/.test(String.fromCharCode(byte)),
)

/** Longer strings are searched for their end, which is quicker than looking at each byte. */
const shortString = 64

export function endOfString(bytes: Buffer, start: number): number {
  let looked = start + shortString
  for (let place = start + 1; place < bytes.length; place += 1) {
    const byte = bytes[place]
    if (byte === quote) return place
    if (byte === backslash) place += 1
    else if (place > looked) {
      const end = bytes.indexOf(quote, place)
      if (end === -1) return bytes.length
      if (!isEscaped(bytes, place, end)) return end
      place = end
      looked = end + shortString
    }
  }
  return bytes.length
}

function isEscaped(bytes: Buffer, start: number, place: number): boolean {
  let before = place
  while (before > start && bytes[before - 1] === backslash) before -= 1
  return (place - before) % 2 === 1
}

/** At a glance: `12345678901234567` and `1e999` do, `0.1234567890123456` and `1.5e-7` do not. */
function looksLong(bytes: Buffer, start: number, end: number): boolean {
  for (let place = end - 1; place > start; place -= 1) {
    const byte = bytes[place] as number
    if ((byte | 32) === 101) return end - place > 3 || end - start > 208
    if (byte === 46) return end - start > 308
  }
  return end - start >= 16
}

function losesDigits(source: string): boolean {
  const value = Number(source)
  return !Number.isFinite(value) || (/^-?[0-9]+$/.test(source) && !Number.isSafeInteger(value))
}

interface Step {
  /** As the path has it. */
  place: number
  holder: unknown
  name: string | number
  /** Whether numbers keep their digits there. */
  keeps: boolean
}

/** A number is near the one before, mostly: so only from where their paths part it is gone down anew. */
function withDigits(
  value: unknown,
  {
    bytes,
    numbers,
    below,
    stored,
  }: { bytes: Buffer; numbers: LongNumber[]; below: Rules['below']; stored: boolean },
): unknown {
  const whole = { value }
  const way: Step[] = [{ place: 0, holder: whole, name: 'value', keeps: below === undefined }]
  for (const { source, path } of numbers) {
    let depth = 0
    while (depth < path.length && way[depth + 1]?.place === path[depth]) depth += 1
    way.length = depth + 1
    for (const place of path.slice(depth)) {
      const above = way.at(-1) as Step
      const name = place < 0 ? nameAt(bytes, -place) : place
      const keeps = above.keeps || below?.has(name as string) === true
      way.push({ place, holder: memberOf(above), name, keeps })
    }
    const step = way.at(-1) as Step
    if (!step.keeps || (!stored && isLongList(step.holder)) || memberOf(step) !== Number(source)) continue
    // Also a member named `__proto__` is the object's own, so that setting it does nothing else.
    ;(step.holder as Record<string | number, unknown>)[step.name] = rawJSON(source)
  }
  return whole.value
}

function isLongList(holder: unknown): boolean {
  return Array.isArray(holder) && holder.length > longList
}

function nameAt(bytes: Buffer, start: number): string {
  const text = bytes.toString('utf8', start, endOfString(bytes, start) + 1)
  return text.includes('\\') ? JSON.parse(text) : text.slice(1, -1)
}

/** Of two members of one name the last one counts, so the other one is not there, nor what was in it. */
function memberOf({ holder, name }: Step): unknown {
  if (typeof holder !== 'object' || holder === null || !Object.hasOwn(holder, name)) return undefined
  return (holder as Record<string | number, unknown>)[name]
}
