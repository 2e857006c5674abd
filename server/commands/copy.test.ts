import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { addUser } from '../accounts/create-user.ts'
import { copyDatabase } from '../db/copy/copy-database.ts'
import { openPostgresSource, openPostgresTarget } from '../db/copy/postgres-side.ts'
import { openSqliteSource, openSqliteTarget } from '../db/copy/sqlite-side.ts'
import type { Engine } from '../db/database.ts'
import { migrations } from '../db/migrate.ts'
import { openDatabase } from '../db/open.ts'
import { openIndex } from '../search/open-index.ts'
import { emptyPlace, engines, type Place } from '../test/engines.ts'
import { type HeldKeys, heldKeys } from '../test/held-keys.ts'
import { put, take } from '../test/media.ts'
import {
  onEmptyPlace,
  onPlace,
  onRunning,
  type Running,
  runCommand,
  runProcess,
  runSql,
  startServe,
} from '../test/process.ts'
import { propertyOf, sendsNothing } from '../test/property.ts'
import { allRowsOf } from '../test/rows.ts'
import { searched } from '../test/searching.ts'
import { callerWith, ofTestUsers, type TestService } from '../test/service.ts'

const takes = 30_000

for (const engine of engines) {
  const other: Engine = engine === 'sqlite' ? 'postgres' : 'sqlite'

  describe(`a copy from ${engine} to ${other}`, () => {
    test('has every row, and tokens, sessions, webhooks, links and media work there as they did', () =>
      onRunning(engine, sendsNothing, async (running) => {
        const { place, serve, user } = running
        const target = await emptyPlace(other, sendsNothing)
        let held: HeldKeys | undefined
        try {
          const service = { ...running, address: serve.address } as unknown as TestService
          const own = await propertyOf(service, user, { name: 'Copied', sceneId: '777' })
          held = await heldKeys(serve, user, own)
          const file = randomBytes(3000)
          const versionId = await take(user, own, { title: 'Mole, weathervane' })
          await put(serve, user, versionId, file)
          await serve.kill('SIGTERM')
          const before = await allRowsOf(place)

          const media = join(target.settings.dataFolder, 'elsewhere')
          const flags = ['--media-to', media, '--data-to', target.settings.dataFolder]
          const dry = await runCommand(copyArgs(place, target, ...flags), place)
          assert.match(dry.stdout, /Takes about 1 minute, .*\nNothing was copied: --yes does it\.\n$/s)
          const { code, stdout, stderr } = await runCommand(copyArgs(place, target, ...flags, '--yes'), place)
          assert.deepEqual([code, stderr], [0, ''])
          assert.match(stdout, /Copied \d{3,} rows of \d{2} tables; each is the same in both\./)
          assert.match(stdout, /Copied [1-9]\d* files of/)
          const { DAILIES_DATABASE_URL: said, ...settings } = settingsIn(stdout)
          assert.deepEqual(settings, { DAILIES_DATA: target.settings.dataFolder, DAILIES_MEDIA: media })
          if (other === 'sqlite') assert.equal(said, undefined)
          else
            assert.equal(
              addressOf(target)
                .replace(/\/\/.*@/, '//')
                .split('?')[0],
              said,
            )
          assert.deepEqual(await allRowsOf(target), before)
          assert.deepEqual(await allRowsOf(place), before)

          target.environment.DAILIES_WEBHOOK_WORKER = 'true'
          const there = await startServe({ ...target.environment, ...settings })
          try {
            await held.assertOpen(there.address)
            const kept = await fetch(`${there.address}/api/media/${versionId}/original`, {
              headers: { authorization: `Bearer ${user.token}` },
            })
            assert.ok(file.equals(Buffer.from(await kept.arrayBuffer())))
            assert.deepEqual(await searched({ ...user, address: there.address }, 'mole weathervane'), [
              versionId,
            ])
          } finally {
            await there.kill('SIGKILL')
          }
        } finally {
          await target.remove()
          await held?.end()
        }
      }))

    test('that was killed is gone on with, and no service starts on it before it is finished', () =>
      onRunning(engine, {}, async (running) => {
        await running.serve.kill('SIGTERM')
        await addTakes(running)
        await onEmptyPlace(other, async (target) => {
          let kills = 0
          for (let after = 700; ; after *= 2) {
            const signal = AbortSignal.timeout(after)
            const run = { environment: running.place.environment, signal }
            const { code, stderr } = await runProcess(copyArgs(running.place, target, '--yes'), run)
            if (code === 0) break
            // Null where it was killed.
            assert.equal(code, null, stderr)
            kills += 1
            const version = await runSql(target, 'select max(version) as version from migrations').catch(
              () => [],
            )
            if (version[0]?.version === migrations.at(-1)?.version) {
              // Killed when all was done; before it began there is no row either.
              if ((await runSql(target, 'select id from users limit 1')).length > 0) break
            }
            if (version[0]?.version !== 2_147_483_647) continue
            await assert.rejects(
              openDatabase(target.settings, () => {}),
              /A copy into this database is not finished/,
            )
          }
          assert.ok(kills > 0)
          assert.deepEqual(await allRowsOf(target), await allRowsOf(running.place))
          await (await openDatabase(target.settings, () => {})).close()
        })
      }))

    test('is found in by the search, also where it had an index of nothing', () =>
      onRunning(engine, {}, async ({ place, serve, user, film }) => {
        const versionId = await take(user, film, { title: 'Mole, weathervane' })
        await serve.kill('SIGTERM')
        await onPreparedPlace(other, async (target) => {
          const empty = await openDatabase(target.settings, () => {})
          const index = openIndex(empty, target.settings)
          while ((await index.takeUp()).isBuilding);
          await index.close()
          await empty.close()
          const { code, stderr } = await runCommand(copyArgs(place, target, '--yes'), place)
          assert.deepEqual([code, stderr], [0, ''])
          assert.deepEqual(await runSql(target, 'select version_id from search_waiting'), [])
          const there = await startServe(target.environment)
          try {
            assert.deepEqual(await searched({ ...user, address: there.address }, 'mole'), [versionId])
            const caller = callerWith(there.address, user.token)
            const next = await caller.ingest({ ...film.capture, title: 'Mole, bellows' })
            assert.equal(next.status, 200)
            assert.deepEqual(await searched({ ...user, address: there.address }, 'mole -weathervane'), [
              next.body.asset.id,
            ])
          } finally {
            await there.kill('SIGKILL')
          }
        })
      }))

    test('keeps everybody from writing to the first one meanwhile', () =>
      onRunning(engine, {}, async ({ place, user, film }) => {
        const from = await sourceOf(place)
        await from.hold()
        const waits = user.ingest(film.capture)
        const first = await Promise.race([waits, new Promise((done) => setTimeout(done, 500, 'nothing yet'))])
        assert.equal(first, 'nothing yet')
        assert.equal((await user.get('/api/projects')).status, 200)
        await from.close()
        assert.equal((await waits).status, 200)
      }))

    test('finds a row that differs, and names it', () =>
      onRunning(engine, {}, async ({ place, serve }) => {
        await serve.kill('SIGTERM')
        await onPreparedPlace(other, async (target) => {
          const [from, into] = [await sourceOf(place), await intoOf(target)]
          await from.look()
          try {
            let isSpoiled = false
            const tell = ({ phase }: { phase: string }) => {
              if (phase !== 'indexes' || isSpoiled) return
              isSpoiled = true
              into.execute("update scenes set story_beat = 'spoiled' where id = (select min(id) from scenes)")
            }
            await assert.rejects(
              copyDatabase({ from, into, source: 'here' }, tell),
              /The row \S+ of scenes is not the same in both: somebody wrote to one of them/,
            )
          } finally {
            await Promise.all([from.close(), into.close()])
          }
        })
      }))

    test('that ended after a table of whole pages goes on with the next one', () =>
      onPreparedPlace(engine, async (place) => {
        const db = await openDatabase(place.settings, () => {})
        await db.transaction(async (transaction) => {
          for (let count = 0; count < 250; count += 1)
            await addUser(transaction, {
              ...{ email: `${count}@studio.example`, name: `${count}`, role: 'member' },
              ...ofTestUsers,
            })
        })
        await db.close()
        await onPreparedPlace(other, async (target) => {
          const [from, into] = [await sourceOf(place), await intoOf(target)]
          await from.look()
          try {
            const ended = new Error('Ended')
            const end = ({ table }: { table: string }) => {
              if (table > 'users') throw ended
            }
            await assert.rejects(copyDatabase({ from, into, source: 'here' }, end), ended)
            await copyDatabase({ from, into, source: 'here' })
          } finally {
            await Promise.all([from.close(), into.close()])
          }
          assert.deepEqual(await allRowsOf(target), await allRowsOf(place))
        })
      }))

    test('that ended before its files and its key were there is gone on with, and no service starts meanwhile', () =>
      onRunning(engine, {}, async ({ place, serve }) => {
        await serve.kill('SIGTERM')
        await onPreparedPlace(other, async (target) => {
          const from = await sourceOf(place)
          await from.look()
          const copy = async (beforeEnd: () => Promise<void>) => {
            const into = await intoOf(target)
            await copyDatabase({ from, into, source: 'here', beforeEnd }).finally(() => into.close())
          }
          const ended = new Error('Ended')
          try {
            await assert.rejects(
              copy(() => Promise.reject(ended)),
              ended,
            )
            await assert.rejects(
              openDatabase(target.settings, () => {}),
              /A copy into this database is not finished/,
            )
            let isDone = false
            await copy(async () => {
              isDone = true
            })
            assert.ok(isDone)
          } finally {
            await from.close()
          }
          assert.deepEqual(await allRowsOf(target), await allRowsOf(place))
        })
      }))

    test('with another key there is refused before anything is copied, and brings files and key where it is gone', () =>
      onRunning(engine, {}, async (running) => {
        const { place, serve, user, film } = running
        await put(serve, user, await take(user, film), randomBytes(3000))
        await onEmptyPlace(other, async (target) => {
          const data = target.settings.dataFolder
          const key = join(data, 'secret.key')
          await writeFile(key, 'of another\n')
          const media = join(data, 'media')
          // The service goes on.
          const run = () =>
            runCommand(copyArgs(place, target, '--media-to', media, '--data-to', data, '--yes'), place)
          const refused = await run()
          assert.equal(refused.code, 1)
          assert.match(refused.stderr, /secret\.key: Is another key than that of the first place/)
          assert.deepEqual(await runSql(target, 'select id from users'), [])
          assert.ok(!(await readdir(data)).includes('media'))
          await rm(key)
          const { code, stdout } = await run()
          assert.equal(code, 0)
          assert.match(stdout, /Copied [1-9]\d* files of .*; 0 were there already\.\n/)
          assert.equal(
            await readFile(key, 'utf8'),
            await readFile(join(place.settings.dataFolder, 'secret.key'), 'utf8'),
          )
        })
      }))

    test('is made into an empty one of the same version alone', () =>
      onRunning(engine, {}, async ({ place, serve }) => {
        await serve.kill('SIGTERM')
        const fails = async (target: Place, said: RegExp) => {
          const { code, stderr } = await runCommand(copyArgs(place, target, '--yes'), place)
          assert.equal(code, 1)
          assert.match(stderr, said)
        }
        await fails(place, /^dailies: --to: Is the one that is copied\n$/)
        await onPreparedPlace(other, async (full) => {
          const added = ['user', 'create', 'ada@studio.example', '--name', 'Ada', '--password-stdin']
          assert.equal((await runCommand(added, { ...full, input: 'correct horse battery' })).code, 0)
          await fails(full, /^dailies: It is not empty: there are rows in accounts\./)
        })
        if (other === 'sqlite') {
          await onRunning(other, {}, async (used) =>
            fails(used.place, /Somebody uses it; stop the service first\n$/),
          )
        }
        await onEmptyPlace(other, async (target) => {
          await runSql(place, "insert into migrations (version, name, applied_at) values (999, 'later', '')")
          await fails(
            target,
            /is at version 999, this program copies version \d+\. Use the version of Dailies/,
          )
          await runSql(
            place,
            'delete from migrations where version >= (select max(version) from migrations where version < 999)',
          )
          await fails(target, /Start this version of Dailies on it once/)
        })
      }))
  })
}

test('where writing and reading fail at once it says why, and nothing is left that nobody handles', () =>
  onPreparedPlace('sqlite', async (place) => {
    const db = await openDatabase(place.settings, () => {})
    await db.transaction(async (transaction) => {
      for (let count = 0; count < 250; count += 1)
        await addUser(transaction, {
          ...{ email: `${count}@studio.example`, name: `${count}`, role: 'member' },
          ...ofTestUsers,
        })
    })
    await db.close()
    await onPreparedPlace('sqlite', async (target) => {
      const [from, into] = [await sourceOf(place), await intoOf(target)]
      await from.look()
      const broken = {
        from: {
          ...from,
          page: async (...asked: Parameters<typeof from.page>) => {
            if (asked[1] === undefined) return from.page(...asked)
            await new Promise((done) => setTimeout(done, 50))
            throw new Error('It cannot be read')
          },
        },
        into: { ...into, insert: () => Promise.reject(new Error('It cannot be written')) },
      }
      try {
        await assert.rejects(copyDatabase({ ...broken, source: 'here' }), /It cannot be written/)
        await new Promise((done) => setTimeout(done, 100))
      } finally {
        await Promise.all([from.close(), into.close()])
      }
    })
  }))

test('what is no database is said to be none', async () => {
  const run = (from: string, to: string) =>
    runCommand(['copy', '--from', from, '--to', to], { environment: {} })
  assert.match(
    (await run('mysql://x', 'sqlite:/tmp/x')).stderr,
    /^dailies: --from: Must be sqlite:FOLDER or postgres:/,
  )
  assert.match(
    (await run('sqlite:/tmp/none', 'here')).stderr,
    /^dailies: --to: Must be sqlite:FOLDER or postgres:/,
  )
  assert.match((await run('sqlite:/tmp/none', 'sqlite:/tmp/x')).stderr, /none: Has no database of Dailies/)
})

/** What the service is to be started with, as the command says. */
const settingsIn = (stdout: string): Record<string, string> =>
  Object.fromEntries(
    [...stdout.matchAll(/^ {2}(DAILIES_\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
  )

const addressOf = ({ settings }: Place) => settings.databaseUrl ?? `sqlite:${settings.dataFolder}`

const copyArgs = (from: Place, to: Place, ...more: string[]) => [
  'copy',
  '--from',
  addressOf(from),
  '--to',
  addressOf(to),
  '--media-from',
  join(from.settings.dataFolder, 'media'),
  ...more,
]

function sourceOf({ settings }: Place) {
  return settings.databaseUrl
    ? openPostgresSource(settings.databaseUrl)
    : openSqliteSource(settings.dataFolder)
}

function intoOf({ settings }: Place) {
  return settings.databaseUrl
    ? openPostgresTarget(settings.databaseUrl)
    : openSqliteTarget(settings.dataFolder)
}

function onPreparedPlace(engine: Engine, work: (place: Place) => Promise<void>): Promise<void> {
  return onPlace(engine, async (place) => {
    await (await openDatabase(place.settings, () => {})).close()
    await work(place)
  })
}

/** Many, by SQL alone. */
async function addTakes({ place, user, film }: Running): Promise<void> {
  const { body } = await user.ingest(film.capture).catch(() => ({ body: undefined }))
  assert.equal(body, undefined, 'the service is stopped')
  const numbers =
    place.engine === 'sqlite'
      ? `(with recursive numbers (number) as (select 1 union all select number + 1 from numbers where number < ${takes}) select * from numbers)`
      : `(select generate_series(1, ${takes}) as number)`
  await runSql(
    place,
    `insert into asset_versions (id, project_id, scene_id, created_by, asset_type, platform_key, platform_label, version_number,
        status, selected, rights_state, prompt, cost_estimate_usd, created_at, updated_at)
      select 'take ' || number, '${film.projectId}', '${film.sceneDbId}', '${user.id}', 'IMAGE', 'suno', 'Suno', number,
        'DRAFT', 0, 'UNKNOWN', 'The lamp – «Лампа» 灯 ' || number, number / 7.0, '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z'
      from ${numbers} as numbers`,
  )
}
