import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Manifest } from './manifest.ts'
import { keepIn, keptOf } from './prune.ts'

const day = 86_400_000
const start = Date.parse('2026-03-01T02:00:00.000Z')

/** One each day, and a second one at noon. */
const twiceADay = Array.from({ length: 2 * 400 }, (_, index) => {
  const madeAt = new Date(start + Math.floor(index / 2) * day + (index % 2) * 36_000_000).toISOString()
  return { name: madeAt, madeAt } as Manifest
})

test('of each of the last days, weeks and months the last is kept', () => {
  const kept = keptOf(twiceADay, keepIn('7d,4w,12m')).map(({ madeAt }) => madeAt)
  const [last] = [twiceADay.at(-1)!.madeAt]
  assert.equal(kept.at(-1), last)
  const days = kept.filter((madeAt) => Date.parse(last) - Date.parse(madeAt) < 7 * day)
  assert.equal(days.length, 7)
  assert.ok(
    days.every((madeAt) => madeAt.includes('T12:')),
    'the later of two',
  )
  assert.equal(new Set(kept.map((madeAt) => madeAt.slice(0, 7))).size, 12)
  // Sundays end weeks.
  const sundays = kept.filter((madeAt) => new Date(madeAt).getUTCDay() === 0)
  assert.ok(sundays.length >= 3)
  assert.ok(kept.length <= 7 + 4 + 12)
})

test('the newest is kept whatever is asked for, and periods without one do not count', () => {
  const sparse = [twiceADay[0]!, twiceADay[100]!, twiceADay[700]!]
  assert.deepEqual(keptOf(sparse, keepIn('2d')), sparse.slice(1))
  assert.deepEqual(keptOf(sparse, keepIn('1y')), sparse.slice(2))
  assert.deepEqual(keptOf([], keepIn('1d')), [])
})

for (const wrong of ['', '7', 'd', '0d', '7x', '7d,', '7d 4w', '-1d', '99999d']) {
  test(`"${wrong}" keeps nothing and says what it must be`, () => {
    assert.throws(
      () => keepIn(wrong),
      /^DailiesError: --keep: Must be such as 7d,4w,12m|--keep: Must be such as/,
    )
  })
}
