import { once } from '../once.ts'
import { plainWords } from './plain-words.ts'

/** A word of a text as searches compare it, and where it stands there: `text.slice(start, end)`. */
export interface Word {
  word: string
  start: number
  end: number
  /** In a script without spaces: what one looks for may begin anywhere in it. */
  isRun: boolean
}

/** In characters. A longer word is as good as its beginning. */
export const longestWord = 64

/**
 * Scripts that are written without spaces between words, or with others grown onto them (Arabic, Hangul). The long vowel of Kana and
 * the marks of half width belong to no script.
 */
const unspaced =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}\\p{Script=Arabic}\\u30fc\\uff70\\uff9e\\uff9f'

/** What is not to be seen, or stands on the letter before it: marks, soft hyphens, joiners. */
const within = '\\p{M}\\u00ad\\u200b-\\u200d\\u2060\\ufeff'

const spaced = `(?:(?![${unspaced}])[\\p{L}\\p{N}][${within}]*)+`

/** A parameter with its two hyphens; a run of an unspaced script; letters and digits of the others. (V8 takes a tenth of a second to look up all those scripts.) */
const pattern = once(
  () =>
    new RegExp(
      `(?<![\\p{L}\\p{N}${within}-])--(?=\\p{L})${spaced}|(?:(?!\\p{P})[${unspaced}][${within}]*)+|${spaced}`,
      'gu',
    ),
)

/** The same for texts of ASCII alone in small letters: most are, and it takes a third of the time. */
const plainPattern = /(?<![a-z0-9-])--[a-z][a-z0-9]*|[a-z0-9]+/g

/** Whether each character is of ASCII. */
export const isPlain = /^\p{ASCII}*$/u

const beginsRun = once(() => new RegExp(`^[${unspaced}]`, 'u'))

/** Whether a word is one of a script without spaces, or a part of one. */
export const isOfRun = (word: string): boolean => beginsRun().test(word)

/** Accents and the like, of scripts in which a word is the same word without them: Latin, Greek, Cyrillic, Hebrew, Arabic. */
const ofLetters =
  '\\u0300-\\u036f\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u20d0-\\u20ff\\u0591-\\u05c7\\u0610-\\u061a\\u064b-\\u065f\\u0670\\u06d6-\\u06ed'
const accents = new RegExp(`[${ofLetters}]`, 'g')

/** A word without what searches do not tell apart. */
export function folded(word: string): string {
  if (isPlain.test(word)) return word.toLowerCase()
  return foldedWithSigns(word)
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '')
    .normalize('NFC')
}

/**
 * A text without case, accents, width and ligatures. (Unicode's compatibility decomposition; case by way of capitals, since `ß` is
 * `SS` there, and before that of small letters, where `ẞ` is `ß`; of no locale.)
 */
export function foldedWithSigns(text: string): string {
  if (isPlain.test(text)) return text.toLowerCase()
  return text
    .normalize('NFKD')
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKD')
    .replace(accents, '')
    .replaceAll('ς', 'σ')
}

/** The words of a text, in their order. `--sref` is one with its hyphens, and `sref` is the next. */
export function* wordsOf(text: string): Generator<Word> {
  const isAscii = isPlain.test(text)
  const matches = isAscii ? text.toLowerCase().matchAll(plainPattern) : text.matchAll(pattern())
  for (const { 0: found, index: start } of matches) {
    const end = start + found.length
    const isRun = !isAscii && isOfRun(found)
    const isParameter = found.startsWith('--')
    const given = isParameter ? found.slice(2) : found
    const whole = isAscii ? given : folded(given)
    // Of points for printing alone nothing is left.
    if (whole === '') continue
    const word = isRun ? whole : shortened(whole)
    if (isParameter) yield { word: `--${word}`, start, end, isRun }
    yield { word, start: isParameter ? start + 2 : start, end, isRun }
  }
}

/** The words alone, of which each may stand there more than once. For the millions of texts of which nobody asks where they stand. */
export function* wordsAlone(text: string): Generator<Pick<Word, 'word' | 'isRun'>> {
  if (!isPlain.test(text)) {
    yield* wordsOf(text)
    return
  }
  for (const word of plainWords(text.toLowerCase(), longestWord)) yield { word, isRun: false }
}

/** Without half of a character at its end. */
function shortened(word: string): string {
  return word.length <= longestWord
    ? word
    : word
        .slice(0, longestWord)
        .toWellFormed()
        .replace(/\ufffd$/, '')
}
