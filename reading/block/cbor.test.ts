import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encode, Tagged } from 'cborg'
import { readCbor } from './cbor.ts'

test('what JSON can say is read as it is', () => {
  const value = { text: 'a fox', list: [1, -2, 1.5, true, null, { deep: [] }] }
  assert.deepEqual(readCbor(encode(value)), value)
})

test('bytes are left out, long numbers become text, and tags are taken off', () => {
  const bytes = encode({ bytes: new Uint8Array(3), list: [new Uint8Array(1), 1], long: 2n ** 64n - 1n })
  assert.deepEqual(readCbor(bytes), { bytes: undefined, list: [undefined, 1], long: '18446744073709551615' })
  const tagged = encode([new Tagged(0, '2026-08-26T00:00:00Z'), new Tagged(70_000, new Tagged(32, 5))])
  assert.deepEqual(readCbor(tagged), ['2026-08-26T00:00:00Z', 5])
})

test('what nests deeper than 32 levels is cut off there, and nothing is left of what nests without end', () => {
  const nested = (levels: number) => Uint8Array.from([...Array<number>(levels).fill(0x81), 0x01])
  assert.equal(JSON.stringify(readCbor(nested(32))), `${'['.repeat(32)}1${']'.repeat(32)}`)
  assert.equal(JSON.stringify(readCbor(nested(33))), `${'['.repeat(32)}null${']'.repeat(32)}`)
  assert.equal(readCbor(nested(400_000)), undefined)
})

test('what is broken or too long is undefined', () => {
  for (const bytes of [
    [],
    [0x81],
    [0x9b, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff],
    [0xff],
    [0xc1],
    [0x1c],
  ]) {
    assert.equal(readCbor(Uint8Array.from(bytes)), undefined)
  }
  assert.equal(readCbor(encode('x'.repeat(600_000))), undefined)
})
