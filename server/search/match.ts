import type { Needle } from './query.ts'
import { isPlain, type Word, wordsOf } from './words.ts'

/** A text of a document, by the name of what it is. */
export interface Field {
  name: string
  text: string
  /** How much a word counts that is found there. */
  weight: number
}

/** A span of a text: `text.slice(start, end)`. */
export type Mark = readonly [start: number, end: number]

export interface Match {
  /** More for what fits better. */
  score: number
  /** What was found, in the fields in which something was, in their order; `index` is that of the field. */
  marks: { name: string; index: number; marks: Mark[] }[]
}

/** Marks of a field: what is found more often is no better found. */
const mostMarks = 64

/** What a word counts that only begins as it was asked for. */
const asPrefix = 0.6

/** Whether the fields have everything that is looked for and nothing that is excluded; if so, where, and how well. */
export function matchOf(fields: readonly Field[], needles: readonly Needle[]): Match | undefined {
  if (!needles.every((needle) => needle.isExcluded || mayBeIn(fields, needle))) return undefined
  const texts = fields.map((field) => ({ ...field, words: [...wordsOf(field.text)], marks: [] as Mark[] }))
  let score = 0
  for (const needle of needles) {
    let best = 0
    for (const { words, weight, marks } of texts) {
      const found = findIn(words, needle)
      if (found.length === 0) continue
      if (needle.isExcluded) return undefined
      marks.push(...found.map(({ mark }) => mark))
      best = Math.max(best, weight * (found.some(({ isWhole }) => isWhole) ? 1 : asPrefix))
    }
    if (!needle.isExcluded && best === 0) return undefined
    // Words that follow one another say more than as many by themselves.
    score += best * needle.words.length
  }
  const marks = texts
    .map(({ name, marks }, index) => ({ name, index, marks: inOrder(marks) }))
    .filter((field) => field.marks.length > 0)
  return { score, marks }
}

/** Says of most texts in a moment that they have no such words: their words need not be read then. */
function mayBeIn(fields: readonly Field[], needle: Needle): boolean {
  const sequence = sequences.get(needle) ?? sequenceOf(needle)
  sequences.set(needle, sequence)
  return fields.some(({ text }) => !isPlain.test(text) || sequence.test(text))
}

const sequences = new WeakMap<Needle, RegExp>()

/** Finds words of plain letters one after the other in a plain text, and perhaps where there are none; other words nowhere. */
function sequenceOf({ words }: Needle): RegExp {
  return words.every(({ word }) => isPlain.test(word))
    ? new RegExp(words.map(({ word }) => word).join('[^a-z0-9]+'), 'i')
    : /(?!)/
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
