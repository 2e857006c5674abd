import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { nestsDeeper, parseExactJson } from './exact-json.ts'

const below = new Set(['metadata'])
const written = (text: string, options = {}) => JSON.stringify(parseExactJson(text, options))

test('long numbers are written as they came, wherever they stand', () => {
  const numbers = ['18446744073709551615', '-9007199254740993', '1e999', '-2E+400', `${'9'.repeat(400)}.5`]
  for (const number of numbers) {
    for (const text of [number, `[${number},${number}]`, `{"a":{"b":[1,${number}]},"__proto__":${number}}`]) {
      assert.equal(written(text), text)
    }
    assert.equal(written(` [ ${number} ,\n\t${number} ] `), `[${number},${number}]`)
  }
})

test('what is in a string stays a string, whatever it looks like', () => {
  const hostile = [
    'seed: 18446744073709551615, and [18446744073709551615]',
    '\\":18446744073709551615,',
    '\\\\',
    '"',
    ':18446744073709551615}',
  ]
  const value = { [hostile[1]!]: hostile, seed: 1 }
  const text = JSON.stringify(value).replace('"seed":1', '"seed":18446744073709551615')
  assert.equal(written(text), text)
})

test('only below the members that are named digits are kept; elsewhere a number is a double', () => {
  const number = '18446744073709551615'
  const text = `{"act":${number},"list":[{"metadata":{"seed":[${number}]}}],"metadata":{"n":${number}}}`
  const double = String(Number(number))
  assert.equal(written(text, { below }), text.replace(`"act":${number}`, `"act":${double}`))
})

test('what is not JSON is none either with a long number in it', () => {
  const number = '18446744073709551615'
  const broken = ['{NUMBER:1}', '{"a":1,NUMBER:2}', '[NUMBER', '{"a" NUMBER}', '[1 NUMBER]', '[0NUMBER]']
  for (const text of [...broken, '["NUMBER]', '[NUMBER.]', '[NUMBERe]', '[-]', '[+NUMBER]', '[NUMBER,]']) {
    assert.throws(() => parseExactJson(text.replace('NUMBER', number)), SyntaxError, text)
  }
})

test('any JSON is written again as it is after JSON.parse', () => {
  fc.assert(
    fc.property(fc.json({ stringUnit: 'binary' }), fc.bigInt(), (json, number) => {
      assert.equal(written(json), JSON.stringify(JSON.parse(json)))
      const text = `[${json},${number}]`
      assert.equal(written(text), JSON.stringify([JSON.parse(json), 1]).replace(/1\]$/, `${number}]`))
    }),
  )
})

test('ids, hashes and times are no long numbers: a text without any is parsed by JSON.parse alone', (context) => {
  const parse = context.mock.method(JSON, 'parse')
  const text = JSON.stringify({
    id: '019303e7-1234-7000-8e12-123456789012',
    ids: ['446655440000e123', '0123456789012345678901234567890123456789', '9007199254740993'],
    at: 1_795_341_000_000,
    ratio: 0.1234567890123456,
  })
  parseExactJson(text)
  assert.deepEqual(parse.mock.calls[0]?.arguments, [text])
})

test('of very many numbers the first 5,000 keep their digits, and the others are doubles', () => {
  const number = '18446744073709551615'
  const kept = (parseExactJson(`[${Array(5001).fill(number)}]`) as unknown[]).map((one) => typeof one)
  assert.deepEqual([kept[4999], kept[5000]], ['object', 'number'])
})

test('how deep a text nests is known without parsing it, brackets in strings aside', () => {
  const nested = (levels: number) => `${'[{"a":'.repeat(levels / 2)}1${'}]'.repeat(levels / 2)}`
  assert.deepEqual([nestsDeeper(nested(64), 64), nestsDeeper(nested(66), 64)], [false, true])
  const text = JSON.stringify({ '[[[': ['\\"[[[', '\\\\', '{'], list: Array(100).fill([[]]) })
  assert.deepEqual([nestsDeeper(text, 4), nestsDeeper(text, 3)], [false, true])
  assert.equal(nestsDeeper('['.repeat(1_000_000), 64), true)
  assert.equal(nestsDeeper('"[[[[', 1), false)
})
