import type { Needle } from './query.ts'
import { wordsAlone } from './words.ts'

/** How many characters of a run are looked up as one: a search for fewer of them finds what begins so. */
const windowLength = 3

/** Of a document: as many as 100,000 different characters of Chinese have. */
const mostTerms = 100_000

/** What the index has of the texts of a document, each term once: of the first texts, where all of them have too many. */
export function termsOf(texts: Iterable<string>): Set<string> {
  const terms = new Set<string>()
  for (const _ of addTerms(terms, texts));
  return terms
}

/** Adds them in steps of some hundred: all of the longest texts are the work of a second. */
export function* addTerms(terms: Set<string>, texts: Iterable<string>): Generator<void> {
  let count = 0
  for (const text of texts) {
    for (const { word, isRun } of wordsAlone(text)) {
      for (const term of isRun ? windowsOf(word) : [word]) {
        terms.add(term)
        count += 1
        if (count % ofStep === 0) yield
      }
      if (terms.size >= mostTerms) return
    }
  }
}

const ofStep = 500

/** From each character of a run on, `windowLength` of them, and fewer at its end. */
function* windowsOf(run: string): Generator<string> {
  if (!/[\ud800-\udfff]/.test(run)) {
    for (let index = 0; index < run.length; index += 1) yield run.slice(index, index + windowLength)
    return
  }
  const characters = [...run]
  for (const index of characters.keys()) yield characters.slice(index, index + windowLength).join('')
}

export interface Term {
  term: string
  isPrefix: boolean
}

/** Terms that every document has in which the needle is found. */
export function termsOfNeedle({ words, isPrefix }: Needle): Term[] {
  return words.flatMap(({ word, isRun }, index): Term[] => {
    const isLast = index === words.length - 1
    if (!isRun) return [{ term: word, isPrefix: isPrefix && isLast }]
    const characters = [...word]
    if (characters.length < windowLength) return [{ term: word, isPrefix: true }]
    return [...windowsOf(word)]
      .filter((window) => [...window].length === windowLength)
      .map((term) => ({ term, isPrefix: false }))
  })
}

/** Whether a document that has the terms of the needle has the needle: where not, its texts say. */
export function isSaidByTerms({ words }: Needle): boolean {
  const [only, ...others] = words
  return others.length === 0 && (!only?.isRun || [...only.word].length <= windowLength)
}

/** What is looked for in the index: all of `every`, one of each of `some`, none of `none` where the index can leave out. */
export interface Lookup {
  every: readonly Term[]
  some: readonly (readonly string[])[]
  none: readonly Term[]
}

/** For `match` of FTS5. Undefined where nothing is looked for that is to be there. */
export function expressionOf({ every, some, none }: Lookup): string | undefined {
  const wanted = [
    ...every.map(written),
    ...some.map((terms) => `(${terms.map((term) => `"${term}"`).join(' OR ')})`),
  ]
  if (wanted.length === 0) return undefined
  return [wanted.join(' AND '), ...none.map(written)].join(' NOT ')
}

/** Terms are letters, digits, `-` and `_`: nothing that would have to be escaped. */
function written({ term, isPrefix }: Term): string {
  return `"${term}"${isPrefix ? '*' : ''}`
}
