import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CannotDo } from './cannot-do.ts'
import { fileOfBase64 } from './given-file.ts'

test('base64 is taken with spaces and lines in it, and what is none is refused however much of it are spaces', async () => {
  const { file } = fileOfBase64(' aGVs\r\nbG8 =\n', 'x')
  assert.equal(await file.text(), 'hello')
  for (const wrong of [`${' '.repeat(5_000_000)}!`, '', '  ', '====', 'aGVsbG8=aGVs', 'aGVs_G8=', 'aGVs!']) {
    assert.throws(() => fileOfBase64(wrong, 'x'), CannotDo, wrong.slice(-20))
  }
})
