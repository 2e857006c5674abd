import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { DailiesError } from '../error.ts'
import { type Query, readQuery } from './query.ts'
import '../test/seed.ts'

/** Needles as they could be written: `-` for what is excluded, `*` for what may go on, words of one with spaces between them. */
const needlesOf = ({ needles }: Query) =>
  needles.map(
    ({ words, isPrefix, isExcluded }) =>
      `${isExcluded ? '-' : ''}${words.map(({ word }) => word).join(' ')}${isPrefix ? '*' : ''}`,
  )

describe('what is looked for', () => {
  const cases: [text: string, ...needles: string[]][] = [
    [''],
    ['  \t\n  '],
    ['lamp  RAIN', 'lamp', 'rain'],
    ['lam*', 'lam*'],
    ['हिन्दी*', 'हिन्दी*'],
    ['燈*', '燈*'],
    ['*', ...[]],
    ['lam* * rain', 'lam*', 'rain'],
    ['"neon sign"', 'neon sign'],
    ['"neon sign', 'neon sign'],
    ['"" "', ...[]],
    ['“neon sign”', 'neon', 'sign'],
    ['-neon', '-neon'],
    ['-"neon sign" lamp', '-neon sign', 'lamp'],
    ['- neon', 'neon'],
    ['-', ...[]],
    ['-neo*', '-neo*'],
    ['wide-angle', 'wide angle'],
    ['-wide-angle', '-wide angle'],
    ['--sref', '--sref'],
    ['--sref 123', '--sref', '123'],
    ['"--sref 123"', '--sref 123'],
    ['---sref', 'sref'],
    ['--s*', '--s*'],
    ['16:9', '16 9'],
    ['(lamp:1.2)', 'lamp 1 2'],
    ['https://cdn.example/lamp.png', 'https cdn example lamp png'],
    ['seed:42', 'seed 42'],
    ['model:', 'model'],
    ['model: veo', 'model', 'veo'],
    ['雨 燈塔', '雨', '燈塔'],
    ['第3話', '第 3 話'],
    ['💡 !! ۔', ...[]],
    ['\ud83d lamp \udca1', 'lamp'],
    ['\0', ...[]],
    [`${'x'.repeat(100)}`, 'x'.repeat(64)],
  ]
  for (const [text, ...needles] of cases)
    test(`in ${JSON.stringify(text)}`, () => {
      const query = readQuery(text)
      assert.deepEqual(needlesOf(query), needles)
      assert.deepEqual(query.filters, [])
    })
})

describe('the last word, while it is still being written', () => {
  const cases: [text: string, ...needles: string[]][] = [
    ['lamp rai', 'lamp', 'rai*'],
    ['lamp rai ', 'lamp', 'rai'],
    ['lamp wide-ang', 'lamp', 'wide ang*'],
    ['-neo', '-neo*'],
    ['--sr', '--sr*'],
    ['"neon si', 'neon si*'],
    ['"neon sign"', 'neon sign'],
    ['mod', 'mod*'],
    ['model:', 'model*'],
  ]
  for (const [text, ...needles] of cases)
    test(`in ${JSON.stringify(text)} may go on`, () =>
      assert.deepEqual(needlesOf(readQuery(text, { isPartial: true })), needles))
})

describe('filters', () => {
  const filter = (text: string) => {
    const { needles, filters } = readQuery(text)
    assert.deepEqual(needles, [])
    return filters
  }
  const days = (from: string | null, to: string | null) => ({ field: 'date', days: { from, to } })
  const amounts = (least: number | null, most: number | null, field = 'cost') => ({
    field,
    amounts: { least, most },
  })
  const cases: [text: string, condition: object][] = [
    ['model:veo', { field: 'model', text: 'veo' }],
    ['MODEL:Veo-3', { field: 'model', text: 'Veo-3' }],
    ['model:"Veo 3"', { field: 'model', text: 'Veo 3' }],
    ['model:"Veo 3', { field: 'model', text: 'Veo 3' }],
    ['tag:a:b', { field: 'tag', text: 'a:b' }],
    ['project:night', { field: 'project', text: 'night' }],
    ['by:me', { field: 'by', text: 'me' }],
    ['type:image', { field: 'type', choice: 'IMAGE' }],
    ['status:final', { field: 'status', choice: 'FINAL' }],
    ['rights:Non-Commercial', { field: 'rights', choice: 'NON_COMMERCIAL' }],
    ['rights:"unknown"', { field: 'rights', choice: 'UNKNOWN' }],
    ['is:winner', { field: 'is', choice: 'WINNER' }],
    ['has:notes', { field: 'has', choice: 'NOTES' }],
    ['on:2026-10-05', days('2026-10-05', '2026-10-06')],
    ['on:2026-12-31', days('2026-12-31', '2027-01-01')],
    ['on:2026-1-5', days('2026-01-05', '2026-01-06')],
    ['on:2026-12', days('2026-12-01', '2027-01-01')],
    ['on:2026', days('2026-01-01', '2027-01-01')],
    ['before:2026-10', days(null, '2026-10-01')],
    ['after:2024-02-29', days('2024-02-29', null)],
    ['cost:0.5', amounts(0.5, 0.5)],
    ['cost:>0.5', amounts(0.5, null)],
    ['cost:>=0.5', amounts(0.5, null)],
    ['cost:<2', amounts(null, 2)],
    ['cost:0.5..2', amounts(0.5, 2)],
    ['length:5', amounts(5, 5, 'length')],
    ['length:>5s', amounts(5, null, 'length')],
    ['length:<=1.5M', amounts(null, 90, 'length')],
    ['length:5..10s', amounts(5, 10, 'length')],
    ['length:1..2m', amounts(60, 120, 'length')],
    ['length:30s..2m', amounts(30, 120, 'length')],
    ['size:1080p', amounts(1080, 1080, 'size')],
    ['size:>4k', amounts(2160, null, 'size')],
    ['size:720..1080p', amounts(720, 1080, 'size')],
    ['is:at-risk', { field: 'is', choice: 'AT_RISK' }],
  ]
  for (const [text, condition] of cases) {
    test(text, () => assert.deepEqual(filter(text), [{ ...condition, isExcluded: false }]))
    test(`-${text}`, () => assert.deepEqual(filter(`-${text}`), [{ ...condition, isExcluded: true }]))
  }

  test('of nothing say nothing', () => {
    assert.deepEqual(filter('model:"" -tag:""'), [])
    assert.deepEqual(filter('project:"  "'), [])
  })

  test('stand among words', () => {
    const query = readQuery('lamp model:veo -rights:restricted rain')
    assert.deepEqual(needlesOf(query), ['lamp', 'rain'])
    assert.deepEqual(
      query.filters.map(({ field, isExcluded }) => [field, isExcluded]),
      [
        ['model', false],
        ['rights', true],
      ],
    )
  })

  const refused: [text: string, saying: RegExp][] = [
    ['type:film', /"type:film" is no filter: it must be .*image.* or /],
    ['status:""', /draft/],
    ['rights:x', /unknown/],
    ['is:x', /winner, kept, waiting, at-risk or lost/],
    ['has:x', /notes or media/],
    ['on:yesterday', /2026-10-05, 2026-10, 2026/],
    ['on:2026-02-30', /2026-10-05/],
    ['before:2026-13', /2026-10-05/],
    ['after:2026-00-01', /2026-10-05/],
    ['after:0000', /2026-10-05/],
    ['on:٢٠٢٦', /2026-10-05/],
    ['cost:much', /0\.5\.\.2/],
    ['cost:-1', /0\.5\.\.2/],
    ['cost:1e9', /0\.5\.\.2/],
    ['cost:..', /0\.5\.\.2/],
    ['cost:5s', /0\.5\.\.2/],
    ['length:5p', /5s, >5s, <2m, 5\.\.10s/],
    ['length:s', /5s, >5s, <2m, 5\.\.10s/],
    ['length:>5..6s', /5s, >5s, <2m, 5\.\.10s/],
    ['size:1920x1080', /1080p, >720p, <4k, 720\.\.1080/],
    [`cost:${'9'.repeat(400)}`, /"cost:9{50}" is no filter/],
    [Array(33).fill('x').join(' '), /at most 32 words and filters/],
    [Array(33).fill('-tag:x').join(' '), /at most 32 words and filters/],
  ]
  for (const [text, saying] of refused)
    test(`${text.slice(0, 30)} is refused`, () => {
      assert.throws(
        () => readQuery(text),
        (error) => error instanceof DailiesError && saying.test(error.fieldErrors?.q?.[0] ?? ''),
      )
    })

  test('32 of them are taken', () => {
    assert.equal(readQuery(Array(32).fill('x').join(' ')).needles.length, 32)
  })
})

describe('any query', () => {
  const piece = fc.constantFrom(
    ...['a', 'B', ' ', '-', '--', '"', ':', '*', '(', '雨', 'ि', '💡', '\ud83d', '\0', '۔', '1', '..', '>'],
    ...['model:', 'type:', 'on:', 'cost:', 'tag:', '2026', '-10', 'image'],
  )
  const text = fc.oneof(
    fc.array(piece, { maxLength: 60 }).map((all) => all.join('')),
    fc.string({ unit: 'binary', maxLength: 500 }),
  )

  test('is read, or refused with words', () => {
    fc.assert(
      fc.property(text, fc.boolean(), (value, isPartial) => {
        try {
          for (const { words } of readQuery(value, { isPartial }).needles) {
            assert.ok(words.length > 0)
            for (const { word } of words) assert.match(word, /^(--)?[\p{L}\p{N}\p{M}]+$/u)
          }
        } catch (error) {
          if (!(error instanceof DailiesError)) throw error
          assert.equal(error.code, 'invalid')
        }
      }),
      { numRuns: 5000 },
    )
  })

  for (const unit of ['a', 'a:', '-', '"', ' "', 'a-', 'x:"', '1', '1..', '*', '雨', 'ि', '\ud83d'])
    for (const beginning of ['', 'cost:', 'on:', 'tag:', '"'])
      test(`of 100000 times ${JSON.stringify(unit)} after ${JSON.stringify(beginning)} takes no longer than others`, () => {
        const began = performance.now()
        try {
          readQuery(beginning + unit.repeat(100_000))
        } catch (error) {
          assert.ok(error instanceof DailiesError)
        }
        assert.ok(performance.now() - began < 2000)
      })
})
