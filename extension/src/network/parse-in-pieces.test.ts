import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseInPieces } from './parse-in-pieces.ts'

function parsed(text: string) {
  const reading = parseInPieces(text, new WeakSet())
  let pieces = 0
  for (;;) {
    const { done, value } = reading.next()
    if (done) return { value, pieces }
    pieces += 1
  }
}

const takes = Array.from({ length: 3000 }, (_none, at) => ({
  id: at,
  'na"me\\': `{"quoted": [${at}]} \\" é 😀`,
  empty: [{}, [], '', null, true, -1.5e3],
  prompt: 'x'.repeat(at % 200),
}))

test('large JSON is parsed as the browser does, in many pieces', () => {
  for (const value of [
    { takes, last: 'one' },
    [takes, takes],
    { long: 'y'.repeat(200_000), takes: { all: takes } },
  ]) {
    for (const space of [undefined, 2]) {
      const { value: found, pieces } = parsed(JSON.stringify(value, null, space))
      assert.deepEqual(found, value)
      assert.ok(pieces > 1)
    }
  }
})

test('a long list of what is small is many pieces, too', () => {
  const text = JSON.stringify({ takes: takes.map(({ prompt }) => ({ prompt: prompt.padEnd(100) })) })
  assert.ok(parsed(text).pieces > text.length / 100_000)
})

test('what is no JSON is refused, wherever it breaks off', () => {
  const text = JSON.stringify({ takes })
  for (const broken of [
    text.slice(0, -1),
    text.slice(0, 100_000),
    `${text}}`,
    text.replace(':', ' '),
    text.replace(',', ';'),
  ]) {
    assert.equal(parsed(broken).value, undefined)
  }
})
