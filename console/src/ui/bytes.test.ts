import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bytesText } from './bytes.ts'

test('bytes are told in the unit that people would choose', () => {
  assert.deepEqual([0, 1, 999, 1000, 4_230_000, 9_960_000, 38_400_000_000, 999_600, 2e18].map(bytesText), [
    '0 bytes',
    '1 byte',
    '999 bytes',
    '1 kB',
    '4.23 MB',
    '9.96 MB',
    '38.4 GB',
    '1 MB',
    '2,000 PB',
  ])
})
