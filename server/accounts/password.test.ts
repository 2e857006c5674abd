import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { hashPassword, isPassword } from './password.ts'

test('a hundred passwords at once leave threads for reading files', async () => {
  const hash = await hashPassword('correct horse')
  let checked = 0
  const checking = Array.from({ length: 100 }, async () => {
    assert.equal(await isPassword('correct horse', hash), true)
    checked += 1
  })
  await readFile(import.meta.filename)
  assert.ok(checked < 50, `${checked} were checked first`)
  await Promise.all(checking)
})

test('a password is that of its hash and no other', async () => {
  const hash = await hashPassword('correct horse')
  assert.deepEqual(
    await Promise.all([isPassword('correct horse', hash), isPassword('Correct horse', hash)]),
    [true, false],
  )
})
