import assert from 'node:assert/strict'
import { test } from 'node:test'
import { counted, countedOf } from './counted.ts'

test('one is one, and large numbers are legible', () => {
  assert.deepEqual(
    [counted(0, 'take'), counted(1, 'take'), counted(2, 'take')],
    ['0 takes', '1 take', '2 takes'],
  )
  assert.deepEqual(
    [countedOf(0, 1, 'shot'), countedOf(1, 2, 'shot'), countedOf(1000, 1240, 'shot')],
    ['0 of 1 shot', '1 of 2 shots', '1,000 of 1,240 shots'],
  )
})
