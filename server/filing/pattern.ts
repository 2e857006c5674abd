import { DailiesError } from '../error.ts'

/** What the name of a file says of its place. */
export interface NamedPlace {
  scene?: string
  shot?: string
}

type Part =
  | { kind: 'text'; text: string }
  | { kind: 'any' }
  | { kind: 'one' }
  /** `end`: the character that ends it, since the pattern goes on with that. */
  | { kind: 'word'; name: 'scene' | 'shot'; end: string | undefined }

const longestPattern = 200
/** Of a path: names of files have 255. */
const longestPath = 2000
const longestWord = 50

/**
 * Reads names as a pattern tells: `{scene}` and `{shot}` are letters, digits and, where the pattern does not go on with one, hyphens between
 * them; `*` is anything but a folder, `?` one character of it. A pattern with a slash is of the path below the folder, any other of the name
 * alone; the ending of a name (`.png`) may be left out. Case counts for nothing. Throws `invalid`.
 */
export function placePattern(pattern: string): (path: string) => NamedPlace | undefined {
  const parts = partsOf(pattern)
  const isOfPath = pattern.includes('/')
  return (path) => {
    const text = isOfPath ? path : (path.split('/').at(-1) ?? '')
    if (text.length > longestPath) return undefined
    return match(parts, text.replace(/\.[a-z0-9]{1,5}$/i, '')) ?? match(parts, text)
  }
}

function partsOf(pattern: string): Part[] {
  const names = [...pattern.matchAll(/\{([^}]*)\}/g)].map(([, name = '']) => name)
  const unknown = names.find((name) => !/^(scene|shot)$/.test(name))
  if (unknown !== undefined) throw wrong(pattern, `{${unknown}} is nothing: there are {scene} and {shot}`)
  if (names.length === 0) throw wrong(pattern, 'it has neither {scene} nor {shot}')
  if (new Set(names).size < names.length) throw wrong(pattern, 'each may be there once')
  if (/\}\{/.test(pattern)) throw wrong(pattern, 'something has to stand between {scene} and {shot}')
  if (pattern.length > longestPattern) throw wrong(pattern, `it may have ${longestPattern} characters`)
  const pieces = pattern
    .replace(/\*+/g, '*')
    .split(/(\{\w+\}|\*|\?)/)
    .filter((piece) => piece !== '')
  return pieces.map((piece, index): Part => {
    if (piece === '*') return { kind: 'any' }
    if (piece === '?') return { kind: 'one' }
    const name = /^\{(scene|shot)\}$/.exec(piece)?.[1] as 'scene' | 'shot' | undefined
    return name
      ? { kind: 'word', name, end: pieces[index + 1]?.[0] }
      : { kind: 'text', text: piece.toLowerCase() }
  })
}

/** In a time that grows with the length of both: what has failed once at a place is not tried there again. */
function match(parts: readonly Part[], text: string): NamedPlace | undefined {
  const failed = new Set<number>()
  const from = (index: number, at: number): NamedPlace | undefined => {
    const part = parts[index]
    if (!part) return at === text.length ? {} : undefined
    const key = index * (longestPath + 1) + at
    if (failed.has(key)) return undefined
    const found = tryPart(part, index, at)
    if (!found) failed.add(key)
    return found
  }
  const tryPart = (part: Part, index: number, at: number): NamedPlace | undefined => {
    if (part.kind === 'text') {
      const { length } = part.text
      return text.slice(at, at + length).toLowerCase() === part.text
        ? from(index + 1, at + length)
        : undefined
    }
    if (part.kind === 'one') return isOne(text[at]) ? from(index + 1, at + 1) : undefined
    if (part.kind === 'any') return from(index + 1, at) ?? (isOne(text[at]) ? from(index, at + 1) : undefined)
    const longest = wordAt(text, at, part.end)
    for (let { length } = longest; length > 0; length -= 1) {
      if (longest[length - 1] === '-') continue
      const rest = from(index + 1, at + length)
      if (rest) return { ...rest, [part.name]: longest.slice(0, length) }
    }
    return undefined
  }
  return from(0, 0)
}

function isOne(character: string | undefined): boolean {
  return character !== undefined && character !== '/'
}

/** The longest that may be a scene or a shot. */
function wordAt(text: string, at: number, end: string | undefined): string {
  const [word = ''] = /^[\p{L}\p{N}][\p{L}\p{N}-]*/u.exec(text.slice(at, at + longestWord)) ?? []
  return end === '-' ? (word.split('-')[0] ?? '') : word
}

function wrong(pattern: string, problem: string): DailiesError {
  return new DailiesError('invalid', `the pattern "${pattern}": ${problem}`)
}
