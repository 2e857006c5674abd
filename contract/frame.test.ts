import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  anHourIn,
  atRate,
  type FrameRate,
  frameAt,
  frameRange,
  framesIn,
  middleOf,
  soundRate,
  startOf,
  timecode,
} from './frame.ts'

const rates: FrameRate[] = [
  { numerator: 24_000, denominator: 1001 },
  { numerator: 24, denominator: 1 },
  { numerator: 25, denominator: 1 },
  { numerator: 30_000, denominator: 1001 },
  { numerator: 30, denominator: 1 },
  { numerator: 50, denominator: 1 },
  { numerator: 60_000, denominator: 1001 },
  { numerator: 60, denominator: 1 },
  soundRate,
]
const ntsc = { numerator: 30_000, denominator: 1001 }

describe('A frame', () => {
  it('is found again at its start, amid it, and at a start that was rounded to microseconds, in ten hours of film', () => {
    for (const rate of rates)
      for (let frame = 0; frame < 36_000 * 60; frame += 997) {
        const start = startOf(frame, rate)
        const rounded = [Math.floor(start * 1e6) / 1e6, Math.round(start * 1e6) / 1e6]
        for (const seconds of [start, middleOf(frame, rate), ...rounded])
          assert.equal(frameAt(seconds, rate), frame)
      }
  })

  it('is the same one at the same rate, and that of the same moment at another', () => {
    for (const rate of rates)
      for (const frame of [0, 1, 999, 86_399]) assert.equal(atRate(frame, rate, rate), frame)
    assert.equal(atRate(24, { numerator: 24, denominator: 1 }, { numerator: 25, denominator: 1 }), 25)
    assert.equal(atRate(23, { numerator: 24, denominator: 1 }, { numerator: 48, denominator: 2 }), 23)
    assert.equal(atRate(1, { numerator: 60, denominator: 1 }, { numerator: 30, denominator: 1 }), 0)
  })

  it('is one at least of however short a film', () => {
    assert.equal(framesIn(0.001, ntsc), 1)
    assert.equal(framesIn(10.01, ntsc), 300)
  })
})

describe('A timecode', () => {
  it('counts on at whole rates and at 23.976', () => {
    assert.equal(timecode(90_061, { numerator: 25, denominator: 1 }), '01:00:02:11')
    assert.equal(timecode(24, { numerator: 24_000, denominator: 1001 }), '00:00:01:00')
    assert.equal(timecode(125, { numerator: 120, denominator: 1 }), '00:00:01:005')
  })

  it('drops numbers at 29.97 and 59.94, but not in every tenth minute', () => {
    assert.equal(timecode(1799, ntsc), '00:00:59;29')
    assert.equal(timecode(1800, ntsc), '00:01:00;02')
    assert.equal(timecode(17_981, ntsc), '00:09:59;29')
    assert.equal(timecode(17_982, ntsc), '00:10:00;00')
    assert.equal(timecode(107_892, ntsc), '01:00:00;00')
    assert.equal(timecode(3600, { numerator: 60_000, denominator: 1001 }), '00:01:00;04')
  })

  it('is an hour at the frame that is called so', () => {
    for (const rate of rates.filter((one) => one !== soundRate))
      assert.match(timecode(anHourIn(rate), rate), /^01:00:00[:;]00$/)
    assert.equal(anHourIn(ntsc), 107_892)
  })

  it('of a sound has milliseconds', () => assert.equal(timecode(3_661_005, soundRate), '01:01:01.005'))
})

describe('A range of frames', () => {
  it('may be one frame, and never ends before it begins', () => {
    assert.ok(frameRange.safeParse({ from: 3, to: 3, rate: ntsc }).success)
    assert.ok(!frameRange.safeParse({ from: 3, to: 2, rate: ntsc }).success)
    for (const from of [-1, 0.5, 1e9, '3', null])
      assert.ok(!frameRange.safeParse({ from, to: 3, rate: ntsc }).success)
  })

  it('has a rate that is a fraction of whole numbers', () => {
    for (const rate of [
      { numerator: 0, denominator: 1 },
      { numerator: 29.97, denominator: 1 },
      { numerator: 24 },
    ])
      assert.ok(!frameRange.safeParse({ from: 0, to: 0, rate }).success)
  })
})
