import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Peaks } from './peaks.ts'

function samples(values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2)
  for (const [index, value] of values.entries()) bytes.writeInt16LE(value, index * 2)
  return bytes
}

test('loudness goes from 0 to 255, in both directions', () => {
  const peaks = new Peaks()
  peaks.add(samples([0, 128, -256, 32_767, -32_768]))
  assert.deepEqual([...peaks.parts(5)], [0, 1, 2, 255, 255])
})

test('samples that are cut in two are whole', () => {
  const bytes = samples([1000, -20_000, 30_000, 4, 5])
  const peaks = new Peaks()
  for (const byte of bytes) peaks.add(Buffer.from([byte]))
  const whole = new Peaks()
  whole.add(bytes)
  assert.deepEqual(peaks.parts(5), whole.parts(5))
  assert.deepEqual([...whole.parts(5)], [7, 156, 234, 0, 0])
})

test('however long it is, each part stands at its place', () => {
  for (const length of [2, 100, 8192, 8193, 1_000_000]) {
    const peaks = new Peaks()
    for (let at = 0; at < length; at += 50_000) {
      const some = Math.min(50_000, length - at)
      peaks.add(samples(Array.from({ length: some }, (_, index) => (at + index >= length / 2 ? 20_000 : 0))))
    }
    const parts = peaks.parts(256)
    assert.equal(parts.length, 256)
    assert.equal(parts[255], 156, `${length} samples`)
    assert.equal(parts[100], 0, `${length} samples`)
  }
})

test('silence, and nothing at all, is silent', () => {
  assert.deepEqual(new Peaks().parts(256), new Uint8Array(256))
})
