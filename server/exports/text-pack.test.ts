import assert from 'node:assert/strict'
import { mkdtemp, readdir, readlink, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { TextPack } from './text-pack.ts'

test('a file of texts is closed also where writing them was given up', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'dailies-test-'))
  const path = join(folder, 'texts')
  await assert.rejects(async () => {
    await using pack = await TextPack.create(path)
    await pack.add('one', 'text')
    throw new Error('given up')
  }, /given up/)
  const open = await Promise.all(
    (await readdir('/proc/self/fd')).map((name) => readlink(`/proc/self/fd/${name}`).catch(() => '')),
  )
  assert.ok(!open.includes(path))
  await rm(folder, { recursive: true })
})
