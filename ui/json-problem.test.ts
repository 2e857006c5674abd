import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { jsonProblem } from './json-problem.ts'

test('what is JSON has no problem', () => {
  for (const text of [
    '{}',
    ' [1, 2.5e-3, -0] ',
    '"é \\u00e9 \\n"',
    'null',
    '{"a": {"b": [true, false]}}\n',
  ]) {
    assert.equal(jsonProblem(text), undefined, text)
  }
})

test('it finds a problem exactly where the language itself finds one', () => {
  const near = fc.oneof(
    fc
      .json()
      .chain((text) =>
        fc.tuple(
          fc.constant(text),
          fc.nat(text.length),
          fc.constantFrom('', ',', '"', '}', '1', '\\', 'x', '\n'),
        ),
      )
      .map(([text, at, sign]) => text.slice(0, at) + sign + text.slice(at + 1)),
    fc.json(),
  )
  fc.assert(
    fc.property(near, (text) => {
      assert.equal(jsonProblem(text) === undefined, isJson(text), text)
    }),
    { numRuns: 2000 },
  )
})

test('it says line and column, counted from 1', () => {
  assert.deepEqual(jsonProblem('{\n  "a": 1,\n  "b" 2\n}'), {
    line: 3,
    column: 7,
    message: 'Expected : after the name',
  })
  assert.deepEqual(jsonProblem('{"a": 1,}'), { line: 1, column: 9, message: 'A comma too many before }' })
})

test('it says what people commonly get wrong', () => {
  const problems: [text: string, message: RegExp][] = [
    ["{'a': 1}", /name in double quotes/],
    ["['a']", /double quotes/],
    ['{"a": 1', /\} is missing/],
    ['["a"', /\] is missing/],
    ['{"a": "x\n"}', /does not end on its line/],
    ['{"a": 01}', /no number/],
    ['', /missing/],
    ['{} {}', /Nothing more/],
  ]
  for (const [text, message] of problems) assert.match(jsonProblem(text)?.message ?? '', message, text)
})

test('it refuses what nests deeper than the service takes', () => {
  assert.equal(jsonProblem('['.repeat(64) + ']'.repeat(64)), undefined)
  assert.match(jsonProblem('['.repeat(65) + ']'.repeat(65))?.message ?? '', /deeper than 64/)
  assert.match(jsonProblem('['.repeat(1_000_000))?.message ?? '', /deeper than 64/)
})

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
