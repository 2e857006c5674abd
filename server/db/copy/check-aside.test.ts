import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { onEmptyPlace } from '../../test/process.ts'
import { openDatabase } from '../open.ts'
import { checkSnapshotAside } from './check-aside.ts'
import { checkSnapshot } from './check-snapshot.ts'
import { currentVersion } from './snapshot-file.ts'

test('a database is checked aside as it is checked here', () =>
  onEmptyPlace('sqlite', async ({ settings: { dataFolder } }) => {
    await (await openDatabase({ dataFolder, databasePool: 1 }, () => {})).close()
    assert.equal(await checkSnapshotAside(dataFolder), currentVersion)
    const file = await open(join(dataFolder, 'dailies.db'), 'r+')
    await file.write(Buffer.alloc(5000, 'x'), 0, 5000, 20_000)
    await file.close()
    await assert.rejects(checkSnapshotAside(dataFolder), ({ message }: Error) => {
      assert.match(message, /^The database is damaged: ./)
      assert.throws(() => checkSnapshot(dataFolder), { message })
      return true
    })
  }))

test('a check ends with who asked for it', () =>
  onEmptyPlace('sqlite', async ({ settings: { dataFolder } }) => {
    const entry = fileURLToPath(new URL('./check-process.ts', import.meta.url))
    const check = spawn(process.execPath, [entry, dataFolder], { stdio: ['pipe', 'ignore', 'inherit'] })
    check.stdin.end()
    assert.deepEqual(await once(check, 'exit'), [null, 'SIGKILL'])
  }))
