import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { faultsOf, withFault } from '../test/backup-faults.ts'
import { engines, type Place } from '../test/engines.ts'
import { put, take } from '../test/media.ts'
import { onEmptyPlace, onRunning, type Running, runCommand } from '../test/process.ts'
import { propertyOf, sendsNothing } from '../test/property.ts'
import { allRowsOf } from '../test/rows.ts'
import type { TestService } from '../test/service.ts'

for (const engine of engines) {
  describe(`of a backup of ${engine}`, () => {
    test('each of more than a hundred faults is found, and none is restored as if it were whole', () =>
      onRunning(engine, sendsNothing, async (running) => {
        const folder = await mkdtemp(join(process.env.DAILIES_TEST_FOLDER ?? tmpdir(), 'dailies-faults-'))
        const [target, former, copy] = ['target', 'former', 'copy'].map((name) => join(folder, name)) as [
          string,
          string,
          string,
        ]
        try {
          await fill(running, former, target)
          const faults = await faultsOf({ target, former })
          assert.ok(faults.length > 100, String(faults.length))
          const rows = await restoredRows(target)
          const notFound: string[] = []
          for (const fault of faults) {
            await withFault(target, fault, copy).catch((error) => assert.fail(`${fault.what}: ${error}`))
            const { code, stdout, stderr } = await runCommand(['backup', 'verify', copy], running.place)
            const said = stdout + stderr
            const isFound =
              code === 1 && said.includes(fault.named) && !/TypeError|undefined|\n +at /.test(said)
            if (!isFound) notFound.push(`${fault.what}: ${code} ${said}`)
            await assertNotRestored(copy, fault.what, rows)
          }
          assert.deepEqual(notFound, [])
          assert.equal((await runCommand(['backup', 'verify', target], running.place)).code, 0)
        } finally {
          await rm(folder, { recursive: true, force: true })
        }
      }))
  })
}

/** With something of everything, and two files, of which the former backup has one. */
async function fill(running: Running, former: string, target: string): Promise<void> {
  const { place, serve, user, film } = running
  const service = { ...running, address: serve.address } as unknown as TestService
  await propertyOf(service, user, { name: 'Backed up', sceneId: '777' })
  for (const into of [former, target]) {
    await put(serve, user, await take(user, film), randomBytes(3000))
    const made = await runCommand(['backup', into, '--with-secret-key'], place)
    assert.equal(made.code, 0, made.stderr)
  }
}

type Rows = Awaited<ReturnType<typeof allRowsOf>>

function restoredRows(target: string): Promise<Rows> {
  let rows: Rows = {}
  return onEmptyPlace('sqlite', async (there) => {
    assert.equal((await runCommand(['restore', target, '--yes'], there)).code, 0)
    rows = await allRowsOf(there)
  }).then(() => rows)
}

/** Either all of it is there, or an error says what is not; and without a database nothing starts. */
async function assertNotRestored(copy: string, what: string, rows: Rows): Promise<void> {
  await onEmptyPlace('sqlite', async (there: Place) => {
    const { code, stderr } = await runCommand(['restore', copy, '--yes'], there)
    if (code === 0) {
      // The list is for those who verify: the database knows its files.
      assert.match(what, /list|manifest says|no key/, what)
      assert.deepEqual(await allRowsOf(there), rows, what)
      assert.equal((await runCommand(['media', 'verify'], there)).code, 0, what)
      return
    }
    assert.match(stderr, /^(dailies|gone or damaged|damaged): ./m, what)
    assert.doesNotMatch(stderr, /TypeError|undefined|\n +at /, what)
    const isThere = existsSync(join(there.settings.dataFolder, 'dailies.db'))
    assert.equal(isThere, /^(gone or )?damaged: /m.test(stderr), `${what}: ${stderr}`)
  })
}
