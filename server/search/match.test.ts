import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { type Field, marksOf, scoreOf } from './match.ts'
import { pieceOf } from './piece.ts'
import { type Needle, readQuery } from './query.ts'
import '../test/seed.ts'

const prompt = (text: string): Field => ({ name: 'prompt', text, weight: 1 })

/** How well the fields fit, and what is marked of them; undefined where they do not. */
function matchOf(fields: readonly Field[], needles: readonly Needle[]) {
  const score = scoreOf(fields, needles)
  const wanted = needles.filter(({ isExcluded }) => !isExcluded)
  return score === undefined ? undefined : { score, marks: marksOf(fields, wanted) }
}

function marked(text: string, query: string): string | undefined {
  const match = matchOf([prompt(text)], readQuery(query).needles)
  if (!match) return undefined
  let written = ''
  let last = 0
  for (const [start, end] of match.marks[0]?.marks ?? []) {
    written += `${text.slice(last, start)}[${text.slice(start, end)}]`
    last = end
  }
  return written + text.slice(last)
}

describe('in a text', () => {
  /** `undefined`: it is not found. What was found stands in brackets. */
  const cases: [text: string, query: string, found: string | undefined][] = [
    ['A lamp, a LAMP.', 'lamp', 'A [lamp], a [LAMP].'],
    ['lamps', 'lamp', undefined],
    ['lamps', 'lam*', '[lamps]'],
    ['a clamp', 'lam*', undefined],
    ['rain on a lamp', 'lamp rain', '[rain] on a [lamp]'],
    ['rain', 'lamp rain', undefined],
    ['Café', 'cafe', '[Café]'],
    ['cafe', 'café', '[cafe]'],
    ['Cafe\u0301!', 'cafe', '[Cafe\u0301]!'],
    ['light\u00adhouse', 'lighthouse', '[light\u00adhouse]'],
    ['Straße', 'STRASSE', '[Straße]'],
    ['neon sign', '"neon sign"', '[neon sign]'],
    ['neon, (sign)', '"neon sign"', '[neon, (sign])'],
    ['sign neon', '"neon sign"', undefined],
    ['neon red sign', '"neon sign"', undefined],
    ['neon neon sign', '"neon sign"', 'neon [neon sign]'],
    ['neon signs', '"neon sign"', undefined],
    ['wide angle', 'wide-angle', '[wide angle]'],
    ['wide-angle', 'wide angle', '[wide]-[angle]'],
    ['wideangle', 'wide-angle', undefined],
    ['a 16:9 frame', '16:9', 'a [16:9] frame'],
    ['a 9:16 frame', '16:9', undefined],
    ['(lamp:1.2)', 'lamp', '([lamp]:1.2)'],
    ['(lamp:1.2)', '(lamp:1.2)', '([lamp:1.2])'],
    ['a --sref 12', '--sref', 'a [--sref] 12'],
    ['a --sref 12', 'sref', 'a --[sref] 12'],
    ['a --sref 12', '"--sref 12"', 'a [--sref 12]'],
    ['a --sref 12', '"sref 12"', 'a --[sref 12]'],
    ['a --sref 12', '"a --sref 12"', '[a --sref 12]'],
    ['a sref 12', '--sref', undefined],
    ['a --sref --ar', '"--sref --ar"', 'a [--sref --ar]'],
    ['a --sref', '--sr*', 'a [--sref]'],
    ['雨中的燈塔', '燈', '雨中的[燈]塔'],
    ['雨中的燈塔', '燈塔', '雨中的[燈塔]'],
    ['雨中的燈塔', '中的燈', '雨[中的燈]塔'],
    ['雨中的燈塔', '雨中的燈塔', '[雨中的燈塔]'],
    ['雨中的燈塔', '雨燈', undefined],
    ['雨中的燈塔', '燈塔 雨', '[雨]中的[燈塔]'],
    ['雨又雨，大雨', '雨', '[雨]又[雨]，大[雨]'],
    ['雨雨雨', '雨雨', '[雨雨雨]'],
    ['第3話', '"第3話"', '[第3話]'],
    ['終第3話完', '第3話', '終[第3話]完'],
    ['終第3回', '第3話', undefined],
    ['ガラス', 'ｶﾞﾗｽ', '[ガラス]'],
    ['밤등대의', '등대', '밤[등대]의'],
    ['والمنارة', 'منار', 'وال[منار]ة'],
    ['مَنَارَة', 'منار', '[مَنَارَة]'],
    ['𠮷野の𠮷', '𠮷', '[𠮷]野の[𠮷]'],
    ['燈 lamp', '"燈 lamp"', '[燈 lamp]'],
    ['大燈 塔', '"燈 塔"', '大[燈 塔]'],
    ['燈塔', '"燈 塔"', undefined],
    ['lamp', '-rain', 'lamp'],
    ['lamp rain', 'lamp -rain', undefined],
    ['lamp neon red sign', 'lamp -"neon sign"', '[lamp] neon red sign'],
    ['lamp neon sign', 'lamp -"neon sign"', undefined],
    ['lamp 雨中', 'lamp -中', undefined],
    ['lamp rainy', 'lamp -rai*', undefined],
    ['lamp rainy', 'lamp -rain', '[lamp] rainy'],
    ['neon sign lamp', '"neon sign" sign "sign lamp"', '[neon sign lamp]'],
    ['lamp', '', 'lamp'],
  ]
  for (const [text, query, found] of cases) {
    test(`"${text}" ${query} finds ${found ?? 'nothing'}`, () => assert.equal(marked(text, query), found))
  }

  test('64 places are marked at most', () => {
    for (const [unit, query] of [
      ['lamp ', 'lamp'],
      ['雨中', '雨'],
    ] as const) {
      const match = matchOf([prompt(unit.repeat(1000))], readQuery(query).needles)
      assert.equal(match?.marks[0]?.marks.length, 64)
    }
  })
})

describe('of several texts', () => {
  const fields: Field[] = [
    { name: 'title', text: 'Lamp', weight: 4 },
    { name: 'prompt', text: 'lamps in rain', weight: 2 },
    { name: 'notes', text: 'neon', weight: 1 },
  ]
  const match = (query: string) => matchOf(fields, readQuery(query).needles)

  test('one has one word, another one another', () => {
    assert.deepEqual(match('rain lamp')?.marks, [
      { name: 'title', index: 0, marks: [[0, 4]] },
      { name: 'prompt', index: 1, marks: [[9, 13]] },
    ])
  })

  test('none has a phrase of which each has a part', () => assert.equal(match('"rain neon"'), undefined))

  test('one that has what is excluded counts for all', () => assert.equal(match('lamp -neon'), undefined))

  const better: [better: string, worse: string][] = [
    ['lamp', 'rain'],
    ['rain', 'neon'],
    ['lamp', 'lam*'],
    ['lamp rain', 'lamp'],
    ['"lamps in rain"', 'rain'],
  ]
  for (const [one, other] of better) {
    test(`${one} fits better than ${other}`, () => assert.ok(match(one)!.score > match(other)!.score))
  }
})

describe('a plain text', () => {
  // Among others their words are read one by one; among none it is asked for patterns.
  const unit = fc.constantFrom(
    'lamp',
    'Lamps',
    'rain',
    ' ',
    ', ',
    '-',
    '--',
    '--lamp',
    '--lamp rain',
    'a'.repeat(64),
  )
  const text = fc.array(unit, { maxLength: 12 }).map((all) => all.join(''))
  const query = fc.constantFrom(
    ...[
      'lamp',
      'lam*',
      '--lamp',
      '--lam*',
      '"lamp rain"',
      '"lamp rain"*',
      '"lamp lamp"',
      '-lamp',
      'lamp -rain',
    ],
    ...[
      '"rain --lamp"',
      '"lamp rain lam',
      'a'.repeat(64),
      `${'a'.repeat(64)}lamp`,
      `${'a'.repeat(63)}*`,
      'é',
    ],
  )

  test('fits as well as one that is not', () => {
    fc.assert(
      fc.property(text, query, fc.boolean(), (value, q, isPartial) => {
        const { needles } = readQuery(q, { isPartial })
        assert.equal(scoreOf([prompt(value)], needles), scoreOf([prompt(`${value} ж`)], needles))
      }),
      { numRuns: 5000 },
    )
  })
})

describe('a piece', () => {
  const words = Array.from({ length: 200 }, (_, index) => `word${index}`).join(' ')
  const at = (text: string, word: string): [number, number] => [
    text.indexOf(word),
    text.indexOf(word) + word.length,
  ]

  test('of a short text is all of it', () => {
    assert.deepEqual(pieceOf('a lamp', [[2, 6]]), { text: 'a lamp', marks: [[2, 6]] })
  })

  test('has some words before what was found first, and begins and ends between words', () => {
    const { text, marks } = pieceOf(words, [at(words, 'word100'), at(words, 'word102'), at(words, 'word190')])
    assert.match(text, /^word9\d .* word1\d\d$/)
    assert.deepEqual(
      marks.map(([from, to]) => text.slice(from, to)),
      ['word100', 'word102'],
    )
  })

  test('of the end ends there', () => {
    assert.match(pieceOf(words, [at(words, 'word199')]).text, /^word\d+ .* word199$/)
  })

  test('of characters without spaces has no half ones', () => {
    const text = '𠮷'.repeat(500)
    for (const first of [0, 400, 402, 998]) {
      const piece = pieceOf(text, [[first, first + 2]])
      assert.match(piece.text, /^𠮷+$/u)
      assert.deepEqual(
        piece.marks.map(([from, to]) => piece.text.slice(from, to)),
        ['𠮷'],
      )
    }
  })

  test('of any text is a part of it, with what was found first', () => {
    const unit = fc.constantFrom('a', ' ', '雨', '𠮷', 'word ', '\n', 'é')
    const text = fc.array(unit, { maxLength: 700 }).map((all) => all.join(''))
    fc.assert(
      fc.property(text, fc.constantFrom('a', '雨', '𠮷', 'wor*', 'é', '雨𠮷'), (value, query) => {
        const marks = matchOf([prompt(value)], readQuery(query).needles)?.marks[0]?.marks
        if (!marks) return
        const piece = pieceOf(value, marks)
        assert.ok(value.includes(piece.text) && piece.text.length <= 240)
        const parts = piece.marks.map(([from, to]) => piece.text.slice(from, to))
        const [first] = marks
        assert.ok(parts[0] && value.slice(...first!).startsWith(parts[0]))
        assert.ok(parts.every((part, index) => part === value.slice(...marks[index]!).slice(0, part.length)))
      }),
      { numRuns: 1000 },
    )
  })
})

describe('of the longest texts', () => {
  const long = 100_000
  const cases: [unit: string, query: string][] = [
    ['a ', '"a a a a a a a a a a a a b"'],
    ['雨', `${'雨'.repeat(100)}燈`],
    ['雨 ', '"雨 雨 雨 燈"'],
    ['雨', '雨'],
    ['--a ', '"--a --a --b"'],
    ['lamp ', 'lam*'],
  ]
  for (const [unit, query] of cases) {
    test(`"${unit}" again and again is looked through for ${query.slice(0, 30)} in no more time`, () => {
      const began = performance.now()
      const text = [prompt(unit.repeat(long / unit.length))]
      const { needles } = readQuery(query)
      scoreOf(text, needles)
      marksOf(text, needles)
      assert.ok(performance.now() - began < 1000)
    })
  }
})
