import assert from 'node:assert/strict'
import { test } from 'node:test'
import { frameRateOf } from './frame-rate.ts'

/** When frames of that rate are shown, as a container says it that counts in parts of a second. */
function times(rate: number, count: number, resolution: number): number[] {
  return Array.from({ length: count }, (_, index) => Math.round((index / rate) * resolution) / resolution)
}

test('rates of film and television are told exactly, however coarsely the container counts', () => {
  const rates = [
    [24000, 1001],
    [24, 1],
    [25, 1],
    [30000, 1001],
    [30, 1],
    [50, 1],
    [60000, 1001],
    [60, 1],
    [120, 1],
  ] as const
  for (const resolution of [600, 1000, 24_000, 30_000, 90_000]) {
    for (const [numerator, denominator] of rates) {
      const found = frameRateOf(times(numerator / denominator, 240, resolution), resolution, true)
      assert.deepEqual(found, { numerator, denominator }, `${numerator}/${denominator} in 1/${resolution} s`)
    }
  }
})

test('a rate that nobody uses is told as the container has it', () => {
  assert.deepEqual(frameRateOf(times(1000 / 33, 100, 1000), 1000, true), { numerator: 1000, denominator: 33 })
  assert.deepEqual(frameRateOf(times(17, 100, 17_000), 17_000, true), { numerator: 17, denominator: 1 })
})

test('frames that come in another order than they are shown in change nothing', () => {
  const shown = times(24000 / 1001, 64, 24_000)
  const decoded = Array.from({ length: 16 }, (_, group) =>
    [3, 1, 0, 2].map((frame) => shown[group * 4 + frame]!),
  ).flat()
  assert.deepEqual(frameRateOf(decoded, 24_000, true), { numerator: 24000, denominator: 1001 })
  assert.deepEqual(frameRateOf(decoded, 24_000, false), { numerator: 24000, denominator: 1001 })
})

test('of frames at irregular times the average is told', () => {
  assert.deepEqual(frameRateOf([0, 0.1, 0.5, 0.6, 1], 1000, true), { numerator: 4, denominator: 1 })
  assert.deepEqual(frameRateOf([0, 0.1, 0.15, 0.6, 0.7], 1000, true), { numerator: 2857, denominator: 500 })
})

test('what has no rate has none', () => {
  const none = [[], [0], [1, 1, 1], [0, 1e-9], [0, 1e9], [0, Number.NaN], [0, Infinity]]
  for (const shown of none) assert.equal(frameRateOf(shown, 1000, true), null, String(shown))
  for (const resolution of [0, -1, Number.NaN, Infinity, 1e308])
    assert.equal(frameRateOf([0, 1, 2], resolution, true), null, String(resolution))
})
