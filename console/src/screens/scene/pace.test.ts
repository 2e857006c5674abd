import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newPace, type Pace } from './pace.ts'

test('a board asks every two seconds while something changes', () => {
  const pace = newPace()
  for (let times = 0; times < 100; times += 1) pace.answered(times % 10 === 0)
  assert.equal(pace.wait(), 2000)
})

test('it asks less often when nothing changes for half a minute, and at once when somebody comes back', () => {
  const pace = newPace()
  const waits = ask(pace, 40, () => pace.answered(false))
  assert.deepEqual(waits.slice(0, 15), Array(15).fill(2000))
  assert.ok(waits[16]! > 2000)
  assert.equal(waits.at(-1), 6000)
  assert.equal(pace.wake(), true)
  assert.equal(pace.wait(), 2000)
  assert.equal(pace.wake(), false)
})

test('it asks twice as seldom at each failure, up to half a minute, and as before once that is over', () => {
  const pace = newPace()
  const waits = ask(pace, 6, () => pace.failed())
  assert.deepEqual(waits, [4000, 8000, 16_000, 30_000, 30_000, 30_000])
  pace.answered(true)
  assert.equal(pace.wait(), 2000)
})

function ask(pace: Pace, times: number, answer: () => void): number[] {
  return Array.from({ length: times }, () => {
    answer()
    return pace.wait()
  })
}
