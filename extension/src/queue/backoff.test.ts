import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pauseAfter } from './backoff.ts'

test('pauses grow to five seconds, so that a service that is back is found soon, and differ a little', () => {
  for (const [failures, longest] of [
    [1, 500],
    [2, 1_000],
    [4, 4_000],
    [5, 5_000],
    [900, 5_000],
  ] as const) {
    const pauses = Array.from({ length: 100 }, () => pauseAfter(failures))
    assert.ok(Math.max(...pauses) <= longest && Math.min(...pauses) >= longest * 0.8, `${failures}`)
    assert.ok(new Set(pauses).size > 50)
  }
})

test('the time that the service asks for is waited, an hour at most', () => {
  assert.equal(pauseAfter(1, 7), 7_000)
  assert.equal(pauseAfter(9, 0), 0)
  assert.equal(pauseAfter(1, 86_400), 3_600_000)
})
