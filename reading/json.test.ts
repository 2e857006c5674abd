import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { parseJson } from './json.ts'

test('JSON is parsed as JSON.parse does it', () => {
  const value = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom(null, true, false),
      fc.maxSafeInteger(),
      fc.double({ noNaN: true, noDefaultInfinity: true }).filter((number) => !Number.isInteger(number)),
      fc.string({ unit: 'binary' }),
      fc.array(tie('value')),
      fc.dictionary(fc.string(), tie('value')),
    ),
  })).value
  fc.assert(
    fc.property(value, fc.constantFrom(undefined, 2), (value, space) => {
      const json = JSON.stringify(value, null, space)
      assert.deepEqual(parseJson(json), JSON.parse(json))
    }),
  )
})

test('what Python writes besides becomes null, and whole numbers beyond 2^53 become text', () => {
  const json = '{"a": NaN, "b": [Infinity, -Infinity], "c": 18446744073709551615, "d": -9223372036854775808}'
  assert.deepEqual(parseJson(json), {
    a: null,
    b: [null, null],
    c: '18446744073709551615',
    d: '-9223372036854775808',
  })
})

test('numbers that a double holds stay numbers, whatever their length', () => {
  const json =
    '[9007199254740991, -1234567890123456, 0.1234567890123456789, 1.5e300, 12345678901234567e3, 1e-20]'
  assert.deepEqual(parseJson(json), JSON.parse(json))
})

test('nothing in a string is touched', () => {
  const words = 'NaN, Infinity, 18446744073709551615, \\"NaN\\", [[[, \\\\'
  assert.equal((parseJson(`["${words}"]`) as string[])[0], JSON.parse(`"${words}"`))
  assert.deepEqual(parseJson('{"NaN": 1, "12345678901234567890": NaN}'), {
    NaN: 1,
    '12345678901234567890': null,
  })
})

test('what is no JSON, too deep or too long is undefined', () => {
  const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
  assert.ok(parseJson(nested(56)))
  const members = (levels: number) => `${'{"a": 1, "b": '.repeat(levels)}0${'}'.repeat(levels)}`
  assert.ok(parseJson(members(56)))
  assert.equal(parseJson(members(57)), undefined)
  assert.ok(parseJson(`[${`${nested(3)},`.repeat(100)}1]`))
  const texts = [
    '',
    'a fox',
    '{',
    '{"a":}',
    '[1,]',
    nested(57),
    nested(200_000),
    `"${'x'.repeat(4_000_000)}"`,
    '"',
  ]
  for (const text of texts) assert.equal(parseJson(text), undefined)
})

test('a member named __proto__ is a member', () => {
  const value = parseJson('{"__proto__": {"polluted": true}}') as object
  assert.deepEqual(Object.keys(value), ['__proto__'])
  assert.equal((value as { polluted?: boolean }).polluted, undefined)
})
