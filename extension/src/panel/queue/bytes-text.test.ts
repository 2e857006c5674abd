import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bytesText } from './bytes-text.ts'

test('bytes are told in the unit that fits them', () => {
  assert.deepEqual([0, 1, 999, 1000, 8_388_608, 34_200_000, 2_147_483_648].map(bytesText), [
    '0 bytes',
    '1 byte',
    '999 bytes',
    '1 kB',
    '8.4 MB',
    '34 MB',
    '2.1 GB',
  ])
})
