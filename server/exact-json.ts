import { randomBytes } from 'node:crypto'

const { rawJSON } = JSON as JSON & { rawJSON(text: string): unknown }

/** Of one text so many numbers keep their digits; the others are doubles, for each kept one costs as much as thirty. */
const mostKept = 5000

/** No text has it but by chance. ASCII: another character would make the text take twice the memory. */
const mark = `#${randomBytes(16).toString('hex')}:`

/** What a long number has in it: many digits, or a large exponent. */
const longPart = /[0-9]{16}|[0-9][eE]\+?[0-9]{3}/g

/** RFC 8259, section 6, and that a value of an array or an object ends behind it. */
const numberAsValue = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?(?=[ \t\n\r]*(?:[,\]}]|$))/y

/**
 * Parses JSON as `JSON.parse` does, but a whole number with more digits than a double holds (seeds are often 64-bit)
 * becomes raw JSON, which is written as it was: only below members of certain names, where some are given. Throws
 * `SyntaxError`. Goes down as deep as the text does, so bound that first.
 *
 * `JSON.parse` with a reviver is ten times as slow for the whole text. Here such numbers, if there are any, are parsed
 * as marked strings, which are looked for in what comes out.
 */
export function parseExactJson(text: string, { below }: { below?: ReadonlySet<string> } = {}): unknown {
  const marked = withMarks(text)
  const value = JSON.parse(marked)
  return marked === text ? value : withNumbers(value, { below, keeps: below === undefined })
}

/**
 * Whether arrays and objects of a JSON text nest deeper. Asked before it is parsed: that takes seconds for a hundred
 * thousand levels.
 */
export function nestsDeeper(text: string, deepest: number): boolean {
  let levels = 0
  for (let place = 0; place < text.length; place += 1) {
    const code = text.charCodeAt(place)
    if (code === quote) place = endOfString(text, place)
    // `[` and `{`, `]` and `}`.
    else if (code === 91 || code === 123) levels += 1
    else if (code === 93 || code === 125) levels -= 1
    if (levels > deepest) return true
  }
  return false
}

const quote = 34

function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1)
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end === -1 ? text.length : end
}

function isEscaped(text: string, place: number): boolean {
  let before = place
  while (text[before - 1] === '\\') before -= 1
  return (place - before) % 2 === 1
}

function withMarks(text: string): string {
  const strings = new Strings(text)
  const parts: string[] = []
  let end = 0
  longPart.lastIndex = 0
  while (parts.length < 2 * mostKept) {
    const found = longPart.exec(text)
    if (!found) break
    const start = startOfNumber(text, found.index)
    numberAsValue.lastIndex = start
    const source = numberAsValue.exec(text)?.[0]
    if (source === undefined) {
      longPart.lastIndex = endOfNumber(text, found.index)
      continue
    }
    longPart.lastIndex = numberAsValue.lastIndex
    if (!beginsValue(text, start) || !losesDigits(source) || strings.have(start)) continue
    parts.push(text.slice(end, start), `"${mark}${source}"`)
    end = numberAsValue.lastIndex
  }
  if (parts.length === 0) return text
  parts.push(text.slice(end))
  return parts.join('')
}

function startOfNumber(text: string, within: number): number {
  let start = within
  while (start > 0 && isOfNumber(text.charCodeAt(start - 1))) start -= 1
  return start
}

function endOfNumber(text: string, within: number): number {
  let end = within
  while (end < text.length && isOfNumber(text.charCodeAt(end))) end += 1
  return end
}

/** Digits, `+`, `-`, `.`, `E` and `e`. */
function isOfNumber(code: number): boolean {
  return (code >= 48 && code <= 57) || code === 43 || code === 45 || code === 46 || (code | 32) === 101
}

/** Whether a value of an array or an object, or the whole, may begin there: nothing else does behind these. */
function beginsValue(text: string, start: number): boolean {
  let before = start - 1
  while (before >= 0 && ' \t\n\r'.includes(text[before] as string)) before -= 1
  return before < 0 || ':,['.includes(text[before] as string)
}

function losesDigits(source: string): boolean {
  const value = Number(source)
  return !Number.isFinite(value) || (/^-?[0-9]+$/.test(source) && !Number.isSafeInteger(value))
}

/** Which places of a JSON text are in its strings; asked from the front to the back. */
class Strings {
  readonly #text: string
  #start: number
  #end = -1

  constructor(text: string) {
    this.#text = text
    this.#start = text.indexOf('"')
  }

  have(place: number): boolean {
    while (this.#start !== -1 && this.#start < place) {
      if (this.#end < this.#start) this.#end = endOfString(this.#text, this.#start)
      if (place <= this.#end) return true
      this.#start = this.#text.indexOf('"', this.#end + 1)
    }
    return false
  }
}

interface Walk {
  below: ReadonlySet<string> | undefined
  keeps: boolean
}

/** What was marked is a number again: raw JSON where digits are kept. */
function withNumbers(value: unknown, walk: Walk): unknown {
  if (typeof value === 'string') {
    if (!value.startsWith(mark)) return value
    const source = value.slice(mark.length)
    return walk.keeps ? rawJSON(source) : Number(source)
  }
  if (typeof value !== 'object' || value === null) return value
  const { below, keeps } = walk
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) {
      const member = value[index]
      if (isWorthALook(member)) value[index] = withNumbers(member, walk)
    }
    return value
  }
  const members = value as Record<string, unknown>
  for (const name of Object.keys(members)) {
    const member = members[name]
    if (!isWorthALook(member)) continue
    // Its own members, `__proto__` included, are there already, so none is inherited or set on the prototype.
    members[name] = withNumbers(member, keeps || !below?.has(name) ? walk : { below, keeps: true })
  }
  return value
}

function isWorthALook(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'object'
}
