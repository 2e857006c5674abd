import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { describe, test } from 'node:test'
import { hashFile } from './hash-file.ts'

const mebibyte = 1024 ** 2

describe('the SHA-256 of a file', () => {
  for (const size of [0, 1, 5 * mebibyte, 33 * mebibyte + 7]) {
    test(`is right for ${size} bytes`, async () => {
      const bytes = randomBytes(size)
      const expected = createHash('sha256').update(bytes).digest('hex')
      assert.equal(await hashFile(new Blob([bytes])), expected)
    })
  }

  test('is told slice by slice where the file is large', async () => {
    let slices = 0
    await hashFile(new Blob([randomBytes(33 * mebibyte)]), () => {
      slices += 1
    })
    assert.equal(slices, 9)
  })
})
