import { once } from '../once.ts'
import type { Needle } from './query.ts'
import { isPlain, longestWord, type Word, wordsOf } from './words.ts'

/** A text of a document, by the name of what it is. */
export interface Field {
  name: string
  text: string
  /** How much a word counts that is found there. */
  weight: number
}

/** A span of a text: `text.slice(start, end)`. */
export type Mark = readonly [start: number, end: number]

/** What was found in a field; `index` is its place among all. */
export interface FieldMarks {
  name: string
  index: number
  marks: Mark[]
}

/** Marks of a field: what is found more often is no better found. */
const mostMarks = 64

/** What a word counts that only begins as it was asked for. */
const asPrefix = 0.6

/** How well the fields fit, more for better; undefined where they lack something, or have what is excluded. */
export function scoreOf(fields: readonly Field[], needles: readonly Needle[]): number | undefined {
  const texts = fields.map(readable)
  let score = 0
  for (const needle of needles) {
    const best = Math.max(0, ...texts.map((text) => text.weight * fitIn(text, needle)))
    if (best > 0 === needle.isExcluded) return undefined
    // Words that follow one another say more than as many by themselves.
    score += best * needle.words.length
  }
  return score
}

/** Where the needles stand, in the fields that have any, in their order. */
export function marksOf(fields: readonly Field[], needles: readonly Needle[]): FieldMarks[] {
  return fields.flatMap(({ name, text }, index) => {
    const words = [...wordsOf(text)]
    const marks = inOrder(needles.flatMap((needle) => findIn(words, needle).map(({ mark }) => mark)))
    return marks.length > 0 ? [{ name, index, marks }] : []
  })
}

/** A field whose words are read where nothing else says what it has. */
interface Readable {
  text: string
  weight: number
  isPlain: boolean
  words: () => readonly Word[]
}

function readable({ text, weight }: Field): Readable {
  return { text, weight, isPlain: isPlain.test(text), words: once(() => [...wordsOf(text)]) }
}

/** 1 where the needle is found in the text, `asPrefix` where only words that begin so are, else 0. */
function fitIn({ text, isPlain, words }: Readable, needle: Needle): number {
  if (isPlain) {
    const { anywhere, whole, begun } = patternsOf(needle)
    if (!anywhere.test(text)) return 0
    if (whole && (needle.words.length === 1 || !text.includes('--'))) {
      return whole.test(text) ? 1 : begun?.test(text) ? asPrefix : 0
    }
  }
  const found = findIn(words(), needle)
  return found.some(({ isWhole }) => isWhole) ? 1 : found.length > 0 ? asPrefix : 0
}

/** What tells of a plain text whether it has a needle, without its words being read, which takes twenty times as long. */
interface Patterns {
  /** Is in each text that has it, and perhaps in others. */
  anywhere: RegExp
  /** Where its words are of letters and digits alone: is in those texts that have it, but for phrases in texts with parameters. */
  whole?: RegExp
  /** The same, with more letters behind it. */
  begun?: RegExp
}

const known = new WeakMap<Needle, Patterns>()

function patternsOf(needle: Needle): Patterns {
  const patterns = known.get(needle) ?? madePatterns(needle)
  known.set(needle, patterns)
  return patterns
}

function madePatterns({ words, isPrefix }: Needle): Patterns {
  // Plain texts have plain words alone.
  if (!words.every(({ word }) => isPlain.test(word))) return { anywhere: /(?!)/ }
  const sequence = words.map(({ word }) => word).join('[^a-z0-9]+')
  const anywhere = new RegExp(sequence, 'i')
  if (!words.every(({ word }) => /^[a-z0-9]+$/.test(word) && word.length < longestWord)) return { anywhere }
  const whole = new RegExp(`(?<![a-z0-9])${sequence}(?![a-z0-9])`, 'i')
  return { anywhere, whole, ...(isPrefix && { begun: new RegExp(`(?<![a-z0-9])${sequence}`, 'i') }) }
}

interface Found {
  mark: Mark
  /** Not only its beginning. */
  isWhole: boolean
}

/** Where the words of the needle follow one another, `mostMarks` times at most. */
function findIn(words: readonly Word[], { words: wanted, isPrefix }: Needle): Found[] {
  const found: Found[] = []
  const [first, ...others] = wanted
  if (!first) return found
  for (let at = 0; at < words.length && found.length < mostMarks; at += 1) {
    if (others.length === 0 && first.isRun && words[at]!.isRun) {
      for (const { start, end } of partsOf(words[at]!, first.word)) {
        if (found.push({ mark: [start, end], isWhole: true }) === mostMarks) break
      }
      continue
    }
    const begins = startsAt(words[at]!, first, others.length > 0, isPrefix)
    if (!begins) continue
    let [end, isWhole, place] = [begins.end, begins.isWhole, at]
    const goesOn = others.every((other, index) => {
      place += 1
      // `sref` after its own `--sref`.
      if (words[place] && words[place]!.start < end) place += 1
      const next = words[place] && continuesWith(words[place]!, other, index === others.length - 1, isPrefix)
      if (!next) return false
      end = next.end
      isWhole &&= next.isWhole
      return true
    })
    if (goesOn) found.push({ mark: [begins.start, end], isWhole })
  }
  return found
}

type Wanted = Needle['words'][number]

/** Wherever the part stands within a run. */
function* partsOf(run: Word, part: string): Generator<{ start: number; end: number }> {
  for (let at = run.word.indexOf(part); at >= 0; at = run.word.indexOf(part, at + 1)) {
    yield within(run, at, part.length)
  }
}

/** The first word of a needle of which more follows, or the only one. Of a run it is the end. */
function startsAt(word: Word, wanted: Wanted, hasMore: boolean, isPrefix: boolean) {
  if (!word.isRun || !wanted.isRun) {
    const isWhole = word.word === wanted.word
    if (
      !isWhole &&
      (hasMore || !isPrefix || word.isRun !== wanted.isRun || !word.word.startsWith(wanted.word))
    )
      return undefined
    return { start: word.start, end: word.end, isWhole }
  }
  if (!word.word.endsWith(wanted.word)) return undefined
  const at = word.word.length - wanted.word.length
  return { ...within(word, at, wanted.word.length), isWhole: true }
}

function continuesWith(word: Word, wanted: Wanted, isLast: boolean, isPrefix: boolean) {
  if (word.isRun !== wanted.isRun) return undefined
  if (word.word === wanted.word) return { end: word.end, isWhole: true }
  if (!isLast || !(isPrefix || word.isRun) || !word.word.startsWith(wanted.word)) return undefined
  return word.isRun
    ? { end: within(word, 0, wanted.word.length).end, isWhole: true }
    : { end: word.end, isWhole: false }
}

/** A part of a run where it stands in its text: all of the run where folding has changed its length. */
function within({ word, start, end }: Word, at: number, length: number): { start: number; end: number } {
  if (word.length !== end - start) return { start, end }
  return { start: start + at, end: start + at + length }
}

/** The marks in their order, what overlaps as one. */
function inOrder(marks: readonly Mark[]): Mark[] {
  const joined: [number, number][] = []
  for (const [start, end] of [...marks].sort(([a], [b]) => a - b)) {
    const last = joined.at(-1)
    if (last && start <= last[1]) last[1] = Math.max(last[1], end)
    else joined.push([start, end])
  }
  return joined.slice(0, mostMarks)
}
