import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isTurned, momentsOf, ordinaryDay } from './span.ts'

test('days begin and end where the reader is, and the last is of them', () => {
  assert.deepEqual(momentsOf({ from: '2026-11-30', to: '2026-11-30' }), {
    from: new Date(2026, 10, 30).toISOString(),
    to: new Date(2026, 11, 1).toISOString(),
  })
  assert.deepEqual(momentsOf({ to: '2026-12-31' }), { to: new Date(2027, 0, 1).toISOString() })
})

test('what is no day of four digits is none', () => {
  for (const day of [undefined, '', '0002-11-21', '12026-11-21', '2026-13-40', 'soon'])
    assert.equal(ordinaryDay(day), undefined)
  assert.deepEqual(momentsOf({ from: 'soon', to: '0002-01-01' }), {})
})

test('a last day before the first is one that nothing is within', () => {
  assert.equal(isTurned({ from: '2026-12-01', to: '2026-11-30' }), true)
  assert.equal(isTurned({ from: '2026-12-01', to: '2026-12-01' }), false)
  for (const span of [{ from: '2026-12-01' }, { to: '2026-11-30' }, { from: '2026-12-01', to: '0002-01-01' }])
    assert.equal(isTurned(span), false)
})
