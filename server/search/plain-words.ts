/**
 * Words that were said, each as one string: to make a new one and its hash for each word of a million texts takes four times as long as
 * to find it here. Where they are too many, they are gathered anew.
 */
const mostKnown = 1 << 16

/** Twice as many slots, with the place of a word and the hash of it. */
const slots = new Int32Array(2 * mostKnown)
const hashes = new Int32Array(2 * mostKnown)
let known: string[] = ['']

/** Slots in which a word is looked for: as many words as one likes can be made up that have the same hash. */
const mostTried = 16

/** Small letters and digits, by their codes. */
const isOfWord = Uint8Array.from({ length: 128 }, (_, code) =>
  /[a-z0-9]/.test(String.fromCharCode(code)) ? 1 : 0,
)

const hyphen = 0x2d

/** The words of a text of ASCII in small letters, in their order, none longer than `longest`; a parameter is there with its hyphens as well. */
export function plainWords(text: string, longest: number): string[] {
  const words: string[] = []
  for (let start = 0; start < text.length; start += 1) {
    let hash = 0
    let end = start
    for (; end < text.length; end += 1) {
      const code = text.charCodeAt(end)
      if (isOfWord[code] === 0) break
      if (end - start < longest) hash = Math.imul(hash ^ code, 0x01000193) ^ (hash >>> 15)
    }
    if (end === start) continue
    const word = wordAt(text, start, Math.min(end, start + longest), hash)
    if (isParameter(text, start)) words.push(`--${word}`)
    words.push(word)
    start = end
  }
  return words
}

/** `--sref`, where no more stands before it. */
function isParameter(text: string, start: number): boolean {
  if (text.charCodeAt(start - 1) !== hyphen || text.charCodeAt(start - 2) !== hyphen) return false
  const before = start === 2 ? 0 : text.charCodeAt(start - 3)
  return text.charCodeAt(start) > 0x39 && before !== hyphen && isOfWord[before] === 0
}

function wordAt(text: string, start: number, end: number, hash: number): string {
  let slot = hash ^ (hash >>> 16)
  for (let tried = 0; tried < mostTried; tried += 1) {
    slot = (slot + 1) & (slots.length - 1)
    if (slots[slot] === 0) return added(text.slice(start, end), hash, slot)
    if (hashes[slot] !== hash) continue
    const word = known[slots[slot]!]!
    if (word.length === end - start && stands(word, text, start)) return word
  }
  return text.slice(start, end)
}

function added(part: string, hash: number, slot: number): string {
  // The part of a text would keep all of it.
  const word = Buffer.from(part, 'latin1').toString('latin1')
  if (known.length > mostKnown) {
    known = ['']
    slots.fill(0)
    return word
  }
  hashes[slot] = hash
  slots[slot] = known.length
  known.push(word)
  return word
}

function stands(word: string, text: string, start: number): boolean {
  for (let at = 0; at < word.length; at += 1) {
    if (word.charCodeAt(at) !== text.charCodeAt(start + at)) return false
  }
  return true
}
