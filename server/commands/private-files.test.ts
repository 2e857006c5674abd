import assert from 'node:assert/strict'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { onEmptyPlace, startServe } from '../test/process.ts'

test('nobody else on the machine reads the database, its log and index, the key, or media', () =>
  onEmptyPlace('sqlite', async ({ environment, settings: { dataFolder } }) => {
    const serve = await startServe(environment)
    const modes: Record<string, string> = {}
    for (const name of await readdir(dataFolder)) {
      modes[name] = ((await stat(join(dataFolder, name))).mode & 0o777).toString(8)
    }
    await serve.kill('SIGTERM')
    assert.deepEqual(modes, {
      'dailies.db': '600',
      'dailies.db-shm': '600',
      'dailies.db-wal': '600',
      'secret.key': '600',
      media: '700',
    })
  }))
