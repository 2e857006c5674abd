import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newCaptureId } from './capture-id.ts'

test('ids sort in the order in which they were made, within a millisecond and when the clock goes back', () => {
  const now = Date.parse('2026-11-21T12:00:00Z')
  const ids = [
    ...Array.from({ length: 10_000 }, () => newCaptureId(now)),
    newCaptureId(now - 60_000),
    newCaptureId(now + 60_000),
  ]
  assert.deepEqual(ids.toSorted(), ids)
  assert.equal(new Set(ids).size, ids.length)
  for (const id of ids)
    assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  assert.equal(Number.parseInt(ids[0]!.replace('-', '').slice(0, 12), 16), now)
})
