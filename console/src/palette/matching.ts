import { searchable } from '@dailies/contract/searchable.ts'

/** A text as it is compared: its words without case and accents. */
export function wordsOf(text: string): string[] {
  return searchable(text).match(/[\p{L}\p{N}]+/gu) ?? []
}

/**
 * How well the words answer to what is asked, less is better; undefined where they do not. Each word that is asked for is the beginning of
 * one of them, or is made of the beginnings of several: `nt` and `nitr` are Night Train.
 */
export function fitOf(words: readonly string[], asked: readonly string[]): number | undefined {
  let sum = 0
  for (const one of asked) {
    const fit = fitOfOne(words, one)
    if (fit === undefined) return undefined
    sum += fit
  }
  return sum
}

/** More of either are of no use to anybody. */
const [mostWords, longestPieces] = [16, 10]

function fitOfOne(words: readonly string[], one: string): number | undefined {
  const at = words.findIndex((word) => word.startsWith(one))
  if (at >= 0) return at + (words[at] === one ? 0 : 0.5)
  const number = /^\d/.test(one) ? words.findIndex((word) => bare(word).startsWith(one)) : -1
  if (number >= 0) return number + (bare(words[number]!) === one ? 0.25 : 0.75)
  const pieces = one.length <= longestPieces ? piecesOf(words.slice(0, mostWords), one, 0) : undefined
  if (pieces !== undefined) return 10 * pieces
  // Where no space stands between words.
  const inside = /[^\p{ASCII}]/u.test(one) ? words.findIndex((word) => word.includes(one)) : -1
  return inside < 0 ? undefined : 50 + inside
}

/** `012A` as people say it, too. */
function bare(word: string): string {
  return word.replace(/^0+(?=\d)/, '')
}

/** Of how many words, one after the other, the beginnings make it up. */
function piecesOf(words: readonly string[], rest: string, from: number): number | undefined {
  if (rest === '') return 0
  for (let at = from; at < words.length; at++) {
    for (let length = common(words[at]!, rest); length > 0; length--) {
      const others = piecesOf(words, rest.slice(length), at + 1)
      if (others !== undefined) return 1 + others
    }
  }
  return undefined
}

function common(word: string, rest: string): number {
  let length = 0
  while (length < rest.length && word[length] === rest[length]) length++
  return length
}
