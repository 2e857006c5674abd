import assert from 'node:assert/strict'
import { test } from 'node:test'
import { timecode } from '@dailies/contract/frame.ts'
import { parseFrame } from './parse-frame.ts'

const rates = [
  [24000, 1001],
  [24, 1],
  [25, 1],
  [30000, 1001],
  [60000, 1001],
  [1000, 1],
].map(([numerator, denominator]) => ({ numerator: numerator!, denominator: denominator! }))

test('a timecode that is typed leads to the frame that shows it', () => {
  for (const rate of rates)
    for (const frame of [0, 1, 29, 1799, 1800, 1801, 17_981, 17_982, 107_892, 215_784])
      assert.equal(parseFrame(timecode(frame, rate), rate), frame, `${frame} at ${rate.numerator}`)
})

test('a number is a frame, and the beginning of a timecode may be left out', () => {
  const rate = { numerator: 24, denominator: 1 }
  assert.equal(parseFrame(' 133 ', rate), 133)
  assert.equal(parseFrame('2:05', rate), 53)
  for (const text of ['', 'abc', '2:24', '1:60:00', '-4', '1:2:3:4:5'])
    assert.equal(parseFrame(text, rate), undefined, text)
})
