import assert from 'node:assert/strict'
import { test } from 'node:test'
import { measuredRate } from './measure-rate.ts'

/** Beginnings of frames, rounded to a millisecond as WebM has them; some were not shown. */
function shown(rate: number, frames: number): number[] {
  return Array.from({ length: frames }, (_, frame) => Math.round((frame * 1000) / rate) / 1000).filter(
    (_, frame) => frame % 7 !== 3,
  )
}

test('each usual rate is told from its neighbour by the frames that were shown', () => {
  for (const [numerator, denominator] of [
    [24000, 1001],
    [24, 1],
    [25, 1],
    [30000, 1001],
    [30, 1],
    [50, 1],
    [60000, 1001],
    [60, 1],
  ] as const)
    assert.deepEqual(measuredRate(shown(numerator / denominator, 200)), { numerator, denominator })
})

test('a rate that no usual one is near is what was measured', () => {
  const { numerator, denominator } = measuredRate(shown(18, 200))!
  assert.ok(Math.abs(numerator / denominator - 18) < 0.02)
})

test('nothing is said by a few frames', () => {
  assert.equal(measuredRate([]), undefined)
  assert.equal(measuredRate(shown(24, 30)), undefined)
})
