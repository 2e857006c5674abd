import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { parseExactJson, TooDeep } from './exact-json.ts'
import './test/seed.ts'

const below = new Set(['metadata'])
const written = (text: string, options = {}) => JSON.stringify(parseExactJson(text, options))

test('long numbers are written as they came, wherever they stand', () => {
  const numbers = [
    '18446744073709551615',
    `1${'0'.repeat(210)}e99`,
    '-9007199254740993',
    '1e999',
    '-2E+400',
    `${'9'.repeat(400)}.5`,
  ]
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

test('of very many numbers the first 250 keep their digits, and the others are doubles', () => {
  const number = '18446744073709551615'
  const kept = (parseExactJson(`[${Array(251).fill(number)}]`) as unknown[]).map((one) => typeof one)
  assert.deepEqual([kept[249], kept[250]], ['object', 'number'])
})

test('what only looks long takes no place of those that keep their digits', () => {
  const number = '18446744073709551615'
  const kept = parseExactJson(`[${Array(500).fill('1795341000000123')},${number}]`) as unknown[]
  assert.equal(typeof kept.at(-1), 'object')
})

test('of what is stored a thousand keep their digits, in lists of any length', () => {
  const text = `[${[...Array(1000).fill('18446744073709551615'), ...Array(2000).fill(1)].join()}]`
  assert.equal(JSON.stringify(parseExactJson(text, { stored: true })), text)
})

test('in a list of more than 1,000 all numbers are doubles, and those beside it keep their digits', () => {
  const number = '18446744073709551615'
  for (const [others, last] of [
    [999, 'object'],
    [1000, 'number'],
  ] as const) {
    const [list, seed] = parseExactJson(`[[${Array(others).fill(1)},${number}],${number}]`) as [
      unknown[],
      unknown,
    ]
    assert.deepEqual([typeof list.at(-1), typeof seed], [last, 'object'])
  }
})

test('of two members of one name the last one counts, and what was in the other is nowhere', () => {
  const number = '18446744073709551615'
  assert.equal(written(`{"a":${number},"a":9007199254740993}`), '{"a":9007199254740993}')
  for (const last of ['5', '"text"', 'null', '{}', '[]', '{"constructor":7}']) {
    for (const first of [number, '1e999', `${2n ** 1024n - 2n ** 970n}`]) {
      const text = `{"a":{"constructor":{"MAX_VALUE":${first},"POSITIVE_INFINITY":${first}}},"a":${last}}`
      assert.equal(written(text), `{"a":${last}}`)
    }
  }
})

test('names with escapes and letters of any kind lead to their numbers', () => {
  const number = '18446744073709551615'
  const names = ['a\\"b', '\\u006d\\u0065tadata', 'Été 🎬', '', '\\ud800', '__proto__', '0', '-1']
  const members = names.map((name) => `"${name}":[{"${name}":${number}},${number}]`)
  const value = JSON.parse(`{${members.join(',')}}`.replaceAll(number, '0'))
  assert.equal(
    written(`{${members.join(',')}}`),
    JSON.stringify(value).replaceAll(':0', `:${number}`).replaceAll(',0', `,${number}`),
  )
  assert.equal(written(`{"\\u006detadata":{"seed":${number}}}`, { below }), `{"metadata":{"seed":${number}}}`)
})

test('long strings end where they end, whatever quotes and backslashes are in them', () => {
  const number = '18446744073709551615'
  for (const part of ['x', '\\\\', '\\"', 'x\\"', '\\\\\\"', 'é', '[', '{"a":1}'.replaceAll('"', '\\"')]) {
    for (const count of [1, 31, 32, 33, 63, 64, 65, 127, 128, 129, 1000]) {
      for (const before of ['', 'y']) {
        const text = `{"${before}${part.repeat(count)}":"${before}${part.repeat(count)}","seed":${number}}`
        assert.equal(written(text), JSON.stringify(JSON.parse(text)).replace(/:[0-9e+]+}$/, `:${number}}`))
      }
    }
  }
})

test('how deep a text may nest is known before it is parsed, brackets in strings aside', () => {
  const nested = (levels: number) => `${'[{"a":'.repeat(levels / 2)}1${'}]'.repeat(levels / 2)}`
  const refused = (text: string, deepest: number) =>
    assert.throws(() => parseExactJson(text, { deepest }), TooDeep)
  parseExactJson(nested(64), { deepest: 64 })
  refused(nested(66), 64)
  const text = JSON.stringify({ '[[[': ['\\"[[[', '\\\\', '{'], list: Array(100).fill([[]]) })
  parseExactJson(text, { deepest: 4 })
  refused(text, 3)
  refused('['.repeat(1_000_000), 64)
  assert.throws(() => parseExactJson('"[[[[', { deepest: 1 }), SyntaxError)
})
