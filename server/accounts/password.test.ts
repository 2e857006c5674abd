import assert from 'node:assert/strict'
import { scryptSync } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { hashPassword, isPassword } from './password.ts'

test('many passwords at once leave threads for reading files', async () => {
  const hash = await hashPassword('correct horse')
  let checked = 0
  const checking = Array.from({ length: 20 }, async () => {
    assert.equal(await isPassword('correct horse', hash), true)
    checked += 1
  })
  await Promise.race(checking)
  await readFile(import.meta.filename)
  assert.ok(checked < 10, `${checked} were checked first`)
  await Promise.all(checking)
})

test('a hash is that of scrypt, with what it takes to find out passwords', async () => {
  const [salt, key] = (await hashPassword('cafe\u0301')).split(':')
  const cost = { N: 16384, r: 16, p: 1, maxmem: 64 * 1024 ** 2 }
  assert.equal(key, scryptSync('caf\u00e9', salt!, 64, cost).toString('hex'))
})

test('a password is that of its hash and no other', async () => {
  const hash = await hashPassword('correct horse')
  assert.deepEqual(
    await Promise.all([isPassword('correct horse', hash), isPassword('Correct horse', hash)]),
    [true, false],
  )
})
