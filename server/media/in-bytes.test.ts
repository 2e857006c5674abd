import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inBytes } from './in-bytes.ts'

test('tells bytes as people read them', () => {
  const told = [0, 999, 1000, 3_400_000, 250_000_000, 2_500_000_000, 1e18].map(inBytes)
  assert.deepEqual(told, ['0 bytes', '999 bytes', '1 kB', '3.4 MB', '250 MB', '2.5 GB', '1000 PB'])
})
