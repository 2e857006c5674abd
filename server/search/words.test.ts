import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { folded, wordsAlone, wordsOf } from './words.ts'
import '../test/seed.ts'

const words = (text: string) => [...wordsOf(text)].map(({ word }) => word)

describe('the words of a text', () => {
  const cases: [what: string, text: string, ...words: string[]][] = [
    ['nothing', ''],
    ['signs alone', ' … — !? 💡 ()'],
    ['case', 'Lamp RAIN', 'lamp', 'rain'],
    ['accents', 'Café naïve ÉLIAS Ångström', 'cafe', 'naive', 'elias', 'angstrom'],
    ['accents that are characters of their own', 'Cafe\u0301 n\u0303', 'cafe', 'n'],
    ['width', 'Ｌａｍｐ　１２', 'lamp', '12'],
    ['ligatures', 'ﬁlm ﬂare oﬃce Ĳssel', 'film', 'flare', 'office', 'ijssel'],
    ['sharp s, small and capital', 'Straße STRASSE STRAẞE', 'strasse', 'strasse', 'strasse'],
    ['both small sigmas', 'Οδυσσεύς ΟΔΥΣΣΕΥΣ', 'οδυσσευσ', 'οδυσσευσ'],
    [
      'the i of Turkish, with and without its dot',
      'İstanbul ISTANBUL ıstanbul',
      ...Array(3).fill('istanbul'),
    ],
    ['Cyrillic', 'Ёлка йод', 'елка', 'иод'],
    ['the points of Hebrew', 'שָׁלוֹם', 'שלום'],
    ['the vowel signs of Devanagari, which stay', 'हिन्दी की', 'हिन्दी', 'की'],
    ['the vowel signs of Tamil, which stay', 'தமிழ்', 'தமிழ்'],
    ['numbers', '16:9 f/2.8 1080p ② x½', '16', '9', 'f', '2', '8', '1080p', '2', 'x12'],
    ['weights', '(lamp:1.2) [rain] {a|b}', 'lamp', '1', '2', 'rain', 'a', 'b'],
    ['what a hyphen joins', 'wide-angle', 'wide', 'angle'],
    ['what an apostrophe joins', "Mara's l’eau", 'mara', 's', 'l', 'eau'],
    ['what an underscore joins', 'shot_012A.png', 'shot', '012a', 'png'],
    ['parameters', 'a --sref 123 --ar 16:9', 'a', '--sref', 'sref', '123', '--ar', 'ar', '16', '9'],
    ['a parameter with its value', '--stylize=250', '--stylize', 'stylize', '250'],
    ['a parameter with accents', '--Größe', '--grosse', 'grosse'],
    ['what is no parameter', 'a--b ---c -- d --1 -e', 'a', 'b', 'c', 'd', '1', 'e'],
    ['a soft hyphen', 'light\u00adhouse', 'lighthouse'],
    ['what joins and is not to be seen', 'light\u200bhouse \u2060lamp\ufeff', 'lighthouse', 'lamp'],
    ['emoji between words', 'lamp💡rain 👨‍👩‍👧 x', 'lamp', 'rain', 'x'],
    ['half a character', 'lamp\ud83drain\udca1', 'lamp', 'rain'],
    ['letters beyond the first plane', '𝐋amp 𐐀', 'lamp', '𐐨'],
    ['a long word, of which the beginning counts', 'x'.repeat(100), 'x'.repeat(64)],
    ['a long word that is cut in half a character', `x${'𐐨'.repeat(40)}`, `x${'𐐨'.repeat(31)}`],
  ]
  for (const [what, text, ...expected] of cases) test(what, () => assert.deepEqual(words(text), expected))
})

describe('the runs of a text', () => {
  const cases: [what: string, text: string, ...runs: string[]][] = [
    ['Chinese', '雨中的燈塔，夜', '雨中的燈塔', '夜'],
    ['Kana, with their long vowel', 'ラーメン と そば', 'ラーメン', 'と', 'そば'],
    ['Kana of half width', 'ｶﾞﾗｽ', 'ガラス'],
    ['Kana whose marks are characters of their own', 'か\u3099', 'が'],
    ['Hangul, whole and in letters', '등대 등대'.normalize('NFD'), '등대', '등대'],
    ['Thai, with its vowel signs', 'ประภาคาร ที่', 'ประภาคาร', 'ที่'],
    ['Arabic, without its points', 'مَنَارَة', 'منارة'],
    ['Arabic in forms for printing', 'ﻣﻨﺎﺭﺓ', 'منارة'],
    ['Han of the second plane', '𠮷野', '𠮷野'],
  ]
  for (const [what, text, ...expected] of cases) {
    test(what, () => {
      const all = [...wordsOf(text)]
      assert.deepEqual(
        all.map(({ word }) => word),
        expected,
      )
      assert.ok(all.every(({ isRun }) => isRun))
    })
  }

  test('end where another script begins', () => {
    const all = [...wordsOf('第3話lamp燈')].map(({ word, isRun }) => [word, isRun])
    assert.deepEqual(all, [
      ['第', true],
      ['3', false],
      ['話', true],
      ['lamp', false],
      ['燈', true],
    ])
  })

  test('are none of the signs of such a script, nor of its points alone', () => {
    assert.deepEqual(words('۔ ؞ ﱞ ۖ ๏ 、。・'), [])
  })
})

describe('any text', () => {
  /** What words are made of, and what is between them, in all scripts that are treated apart. */
  const piece = fc.constantFrom(
    ...['a', 'É', 'ß', 'ẞ', 'ﬁ', 'İ', 'ς', '1', '½', '-', '--', '_', ' ', '.', '"', "'", '(', '*', ':'],
    ...[
      '\u0301',
      '\u00ad',
      '\u200d',
      '\ud83d',
      '\udca1',
      '💡',
      '雨',
      'ー',
      'ｶ',
      'ﾞ',
      '가',
      'ᄀ',
      'ที',
      'م',
      'َ',
      '۔',
      'ﱞ',
      'ﷺ',
    ],
    ...['ि', '\0', '𠮷', '𐐀'],
  )
  const known = fc.array(piece, { maxLength: 40 }).map((all) => all.join(''))
  const text = fc.oneof(known, fc.string({ unit: 'binary', maxLength: 100 }))

  test('has words of letters, digits and what stands on them alone, one after the other', () => {
    fc.assert(
      fc.property(text, (value) => {
        let last = 0
        for (const { word, start, end, isRun } of wordsOf(value)) {
          assert.match(word, /^(--)?[\p{L}\p{N}\p{M}]+$/u)
          assert.ok(word.isWellFormed() && (isRun || word.length <= 66))
          assert.ok(start >= last && end > start && end <= value.length)
          // What follows a parameter is in it.
          last = word.startsWith('--') ? start : end
        }
      }),
      { numRuns: 2000 },
    )
  })

  test('has the same words in capitals, in small letters, and decomposed', () => {
    fc.assert(
      fc.property(known, (value) => {
        const expected = words(value)
        for (const other of [value.toLowerCase(), value.normalize('NFC'), value.normalize('NFD')])
          assert.deepEqual(words(other), expected)
      }),
      { numRuns: 2000 },
    )
  })

  test('has words that stay as they are when they are read again', () => {
    fc.assert(
      fc.property(text, (value) => {
        for (const word of words(value).map((one) => one.replace(/^--/, ''))) assert.equal(folded(word), word)
      }),
      { numRuns: 2000 },
    )
  })

  const long = 100_000
  for (const unit of [
    'a',
    '-',
    'a-',
    '--a',
    'a\u0301',
    '\u0301',
    '雨',
    'ที่',
    'مَ',
    '۔',
    'ｶﾞ',
    '\u200d',
    '💡',
    ' ',
  ])
    test(`of ${long} times "${unit}" takes no longer than others`, () => {
      const began = performance.now()
      words(unit.repeat(long))
      assert.ok(performance.now() - began < 2000)
    })
})

describe('the words alone', () => {
  const alone = (text: string) => [...wordsAlone(text)].map(({ word }) => word)

  test('are the words of any plain text', () => {
    const part = fc.constantFrom('-', '--', ' ', '_', ':', 'a', 'B', '7', 'lamp', 'x'.repeat(70))
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const text = parts.join('')
        assert.deepEqual(alone(text), words(text), text)
      }),
      { numRuns: 2000 },
    )
  })

  test('are the same once more of them were said than are kept, and where they are alike', () => {
    const many = Array.from({ length: 150_000 }, (_, index) => `lamp${index.toString(36)}`)
    for (let round = 0; round < 2; round += 1) {
      for (let at = 0; at < many.length; at += 50_000) {
        const some = many.slice(at, at + 50_000)
        assert.deepEqual(alone(some.join(' ')), some)
      }
    }
  })
})
