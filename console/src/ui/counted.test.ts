import assert from 'node:assert/strict'
import { test } from 'node:test'
import { counted } from './counted.ts'

test('one is one, and thousands are read at a glance', () => {
  assert.deepEqual(
    [0, 1, 2, 1240, 1_000_000].map((count) => counted(count, 'take')),
    ['0 takes', '1 take', '2 takes', '1,240 takes', '1,000,000 takes'],
  )
})
