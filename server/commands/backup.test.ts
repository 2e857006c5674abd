import assert from 'node:assert/strict'
import { randomBytes, randomInt } from 'node:crypto'
import {
  copyFile,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  truncate,
  unlink,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Readable } from 'node:stream'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { backUp } from '../backups/back-up.ts'
import { listBackups } from '../backups/list.ts'
import { manifestName, markName } from '../backups/manifest.ts'
import type { Engine } from '../db/database.ts'
import { openStore } from '../media/open-store.ts'
import { keepPacked } from '../packed.ts'
import { sealed } from '../sealed.ts'
import { childrenOf, isRunning } from '../test/children.ts'
import { emptyPlace, engines, type Place } from '../test/engines.ts'
import { heldKeys } from '../test/held-keys.ts'
import { put, sha256, take } from '../test/media.ts'
import {
  onEmptyPlace,
  onRunning,
  type Running,
  runCommand,
  runProcess,
  runSql,
  startServe,
} from '../test/process.ts'
import { propertyOf, sendsNothing } from '../test/property.ts'
import { allRowsOf } from '../test/rows.ts'
import { s3Server, silentS3Server } from '../test/s3-server.ts'
import { searched } from '../test/searching.ts'
import { signIn, type TestService } from '../test/service.ts'

for (const engine of engines) {
  describe(`a backup of ${engine}`, () => {
    for (const into of engines) {
      test(`is made while the service runs, and restored into ${into} with every row, file and key`, () =>
        onFilled(engine, async ({ place, serve, user, film }) => {
          const held = await heldKeys(serve, user, film)
          await onTarget(async (target) => {
            const file = randomBytes(5000)
            const versionId = await take(user, film)
            await put(serve, user, versionId, file)
            const before = await settledRows(place)
            const made = await runCommand(['backup', target, '--with-secret-key'], place)
            assert.deepEqual([made.code, made.stderr], [0, ''])
            assert.match(made.stdout, /^backup-\d{8}T\d{9}Z {2}.* of database, [1-9]\d* files of .*\n$/)
            const { code, stdout } = await runCommand(['backup', 'verify', target], place)
            assert.equal(code, 0)
            assert.match(stdout, /all is well\.\n$/)
            const session = await signIn(serve, user)

            await onEmptyPlace(into, async (there) => {
              const said = await runCommand(['restore', target], there)
              assert.match(said.stdout, /Nothing was restored: --yes does it\.\n$/)
              const restored = await runCommand(['restore', target, '--yes'], there)
              assert.deepEqual([restored.code, restored.stderr], [0, ''])
              assert.deepEqual(await allRowsOf(there), before)
              const again = await runCommand(['restore', target, '--yes'], there)
              assert.equal(again.code, 1)
              assert.match(
                again.stderr,
                /Has a database already; restore into an empty|It is not empty: there are rows/,
              )
              const sends = { ...sendsNothing, DAILIES_WEBHOOK_WORKER: 'true' }
              const service = await startServe({ ...there.environment, ...sends })
              try {
                await held.assertOpen(service.address)
                const headers = { authorization: `Bearer ${user.token}` }
                const answer = await fetch(`${service.address}/api/media/${versionId}/original`, { headers })
                assert.equal(sha256(new Uint8Array(await answer.arrayBuffer())), sha256(file))
                // It was begun after the backup.
                const { cookie } = session
                const later = await fetch(`${service.address}/api/account`, { headers: { cookie } })
                assert.equal(later.status, 401)
                await signIn(service, user)
              } finally {
                await service.kill('SIGKILL')
              }
            })
          }).finally(held.end)
        }))
    }

    test('brings only what is not there yet, to a bucket as well, and removes what is not kept', () =>
      onFilled(engine, async ({ place, serve, user, film }) => {
        await onBucket(async (bucket, environment, folder) => {
          const run = (...args: string[]) =>
            runCommand(['backup', ...args], { environment: { ...place.environment, ...environment } })
          const json = async (...args: string[]) => JSON.parse((await run(...args, '--json')).stdout)
          const first = await json(bucket)
          const id = await take(user, film)
          const file = randomBytes(1000)
          await put(serve, user, id, file)
          const before = await blobsOf(folder)
          const second = await json(bucket)
          assert.equal(second.media.count, first.media.count + 1)
          const after = await blobsOf(folder)
          const written = [...after].filter(([hash, at]) => before.get(hash) !== at).map(([hash]) => hash)
          assert.equal(before.size, first.media.count + 2)
          assert.deepEqual(
            written.sort(),
            [sha256(file), second.database.hash, second.media.list].sort(),
            'the new file, the database and its list alone',
          )
          assert.deepEqual(
            (await json('list', bucket)).map(({ name }: { name: string }) => name),
            [first.name, second.name],
          )
          assert.equal((await run('verify', bucket, '--all')).code, 0)
          const third = await json(bucket, '--keep', '1y')
          assert.equal(third.pruned.backups, 2)
          assert.equal(
            third.pruned.files,
            0,
            'what is newer than a day may be of a backup that is being made',
          )
          assert.deepEqual((await json('list', bucket)).length, 1)
          assert.equal((await run('verify', bucket)).code, 0)
        })
      }))

    test('that is damaged anywhere is found out, and one that is whole never is', () =>
      onFilled(engine, async ({ place }) => {
        await onTarget(async (target) => {
          assert.equal((await runCommand(['backup', target, '--with-secret-key'], place)).code, 0)
          const verify = () => runCommand(['backup', 'verify', target], place)
          const files = await filesOf(target)
          assert.ok(files.length >= 5)
          for (let fault = 0; fault < 12; fault += 1) {
            const path = files[fault % files.length]!
            const bytes = await readFile(path)
            const what = await spoil(path, bytes, fault)
            const { code, stdout, stderr } = await verify()
            assert.equal(code, 1, `${what} of ${path}: ${stdout}${stderr}`)
            await writeFile(path, bytes)
          }
          assert.equal((await verify()).code, 0)
        })
      }))
  })
}

test('removes files of backups that are gone once they are a day old, and none that another one needs', () =>
  onFilled('sqlite', async ({ place, serve, user, film }) => {
    await onTarget(async (target) => {
      const id = await take(user, film)
      const file = randomBytes(2000)
      await put(serve, user, id, file)
      assert.equal((await runCommand(['backup', target], place)).code, 0)
      const blob = join(target, 'blobs', sha256(file).slice(0, 2), sha256(file).slice(2, 4), sha256(file))
      await stat(blob)
      await serve.kill('SIGTERM')
      await changeManifests(target, (manifest) => ({ ...manifest, installation: undefined }))
      const old = new Date(Date.now() - 2 * 86_400_000)
      for (const path of await filesOf(target)) await utimes(path, old, old)
      const other = await emptyPlace('sqlite')
      try {
        await startServe(other.environment).then((service) => service.kill('SIGTERM'))
        const keep = async () =>
          JSON.parse((await runCommand(['backup', target, '--keep', '1d', '--json'], other)).stdout).pruned
        // Another one that is being made may count on any file that is there.
        const mark = join(target, 'texts', markName(new Date()))
        const killed = join(target, 'texts', markName(new Date(Date.now() - 4 * 86_400_000)))
        const stray = join(target, 'texts', `${manifestName(new Date(0))}-key`)
        for (const path of [mark, killed, stray]) await writeFile(path, '')
        assert.deepEqual(await keep(), { backups: 1, files: 0, bytes: 0 })
        await stat(blob)
        await assert.rejects(stat(killed), /ENOENT/)
        await stat(stray)
        await rm(mark)
        const pruned = await keep()
        assert.ok(pruned.files >= 3)
        await assert.rejects(stat(stray), /ENOENT/)
        await assert.rejects(stat(blob), /ENOENT/)
        assert.equal((await runCommand(['backup', 'verify', target], other)).code, 0)
      } finally {
        await other.remove()
      }
    })
  }))

test('of another installation stays, and all that it needs, however few of one’s own are kept', () =>
  onFilled('sqlite', async ({ place }) => {
    await onTarget(async (target) => {
      assert.equal((await runCommand(['backup', target], place)).code, 0)
      const old = new Date(Date.now() - 2 * 86_400_000)
      for (const path of await filesOf(target)) await utimes(path, old, old)
      const other = await emptyPlace('sqlite')
      try {
        await startServe(other.environment).then((service) => service.kill('SIGTERM'))
        for (const backups of [0, 1]) {
          const { stdout } = await runCommand(['backup', target, '--keep', '1d', '--json'], other)
          assert.deepEqual(
            [JSON.parse(stdout).installation, JSON.parse(stdout).pruned.backups],
            [null, backups],
          )
        }
        const verified = await runCommand(['backup', 'verify', target, '--all'], other)
        assert.deepEqual([verified.code, verified.stdout.match(/backup-/g)?.length], [0, 2])
      } finally {
        await other.remove()
      }
    })
  }))

for (const by of ['SIGINT', 'SIGTERM'] as const) {
  test(`that ${by} ends leaves neither a mark nor a half, and says so by its code`, () =>
    onFilled('sqlite', async ({ place, serve, user, film }) => {
      await put(serve, user, await take(user, film), randomBytes(2000))
      await serve.kill('SIGTERM')
      const silent = await silentS3Server()
      try {
        await onTarget(async (target) => {
          const environment = {
            ...place.environment,
            ...silent.environment,
            DAILIES_MEDIA: 's3://media/takes',
          }
          const ending = new AbortController()
          const ended = runProcess(['backup', target], { environment, by, signal: ending.signal })
          await silent.asked
          assert.match((await readdir(join(target, 'texts'))).join(), /^making-\d{8}T\d{9}Z$/)
          ending.abort()
          assert.equal((await ended).code, 130)
          const left = await readdir(target, { recursive: true, withFileTypes: true })
          assert.deepEqual(
            left.filter((entry) => entry.isFile()).map(({ name }) => name),
            [],
          )
        })
      } finally {
        silent.stop()
      }
    }))
}

test('that Ctrl+C ends while its database is checked ends at once, and the check with it', () =>
  onFilled('sqlite', async ({ place, serve }) => {
    await serve.kill('SIGTERM')
    await onTarget(async (target) => {
      const ending = new AbortController()
      let hasEnded = false
      const ended = runProcess(['backup', target], {
        environment: place.environment,
        by: 'SIGINT',
        signal: ending.signal,
      }).finally(() => {
        hasEnded = true
      })
      let check: number | undefined
      while (check === undefined && !hasEnded) {
        await sleep(5)
        const [command] = childrenOf('bin/dailies.js')
        if (command) check = childrenOf('check-process.ts', command)[0]
      }
      assert.ok(check, 'by a process of its own')
      // It is held so that it takes long.
      process.kill(check, 'SIGSTOP')
      ending.abort()
      assert.equal((await ended).code, 130)
      assert.deepEqual(await readdir(join(target, 'texts')), [])
      process.kill(check, 'SIGCONT')
      while (isRunning(check)) await sleep(5)
    })
  }))

test('is not made of files that went away while it was made', () =>
  onFilled('sqlite', async ({ place, serve, user, film }) => {
    await onTarget(async (folder) => {
      const file = randomBytes(2000)
      await put(serve, user, await take(user, film), file)
      await serve.kill('SIGTERM')
      const open = (media?: string) =>
        openStore({ media, dataFolder: place.settings.dataFolder, environment: {} })
      const [media, target] = [open(), open(folder)]
      const backup = { database: place.settings, media, target }
      await backUp(backup)
      let gone: Promise<void> | undefined
      const onMedia = () => {
        gone ??= target.remove(sha256(file))
      }
      await assert.rejects(backUp(backup, { onMedia }), /Files were removed from the target/)
      await gone
      assert.equal((await listBackups(target)).length, 1)
      assert.equal((await backUp(backup)).media.count > 0, true)
    })
  }))

test('is whole without a file that was let go of while it was made, and not without one that is lost', () =>
  onFilled('sqlite', async ({ place, serve, user, film }) => {
    await onTarget(async (folder) => {
      const [letGo, lost] = [randomBytes(2000), randomBytes(2000)]
      for (const file of [letGo, lost]) await put(serve, user, await take(user, film), file)
      await serve.kill('SIGTERM')
      const open = (media?: string) =>
        openStore({ media, dataFolder: place.settings.dataFolder, environment: {} })
      const [media, target] = [open(), open(folder)]
      for (const file of [letGo, lost]) await media.remove(sha256(file))
      let isGone = false
      // The database of the backup is as it was before.
      const onMedia = () => {
        if (isGone) return
        isGone = true
        const path = join(place.settings.dataFolder, 'dailies.db')
        using db = new DatabaseSync(path, { enableForeignKeyConstraints: false })
        db.prepare('delete from blobs where hash = ?').run(sha256(letGo))
      }
      const made = await backUp({ database: place.settings, media, target }, { onMedia })
      assert.deepEqual(
        [made.missing, made.missingCount, made.letGoCount],
        [[sha256(letGo), sha256(lost)].sort(), 2, 1],
      )
      const { code, stdout } = await runCommand(['backup', 'list', folder], place)
      assert.equal(code, 0)
      assert.match(stdout, /; 1 files are not in it; 1 that were let go of meanwhile are not in it\n$/)
      const words =
        /^dailies: backup-\S+: (well, but )?a file is not in it, .*: [0-9a-f]{64}, [0-9a-f]{64} \(1 of these let go of meanwhile\)\n$/
      const verified = await runCommand(['backup', 'verify', folder], place)
      assert.deepEqual([verified.code, verified.stdout], [0, ''])
      assert.match(verified.stderr, words)
      await onEmptyPlace('sqlite', async (there) => {
        const said = await runCommand(['restore', folder], there)
        assert.equal(said.code, 0)
        assert.match(said.stderr, words)
      })
    })
  }))

for (const into of engines) {
  test(`is found in on ${into} as it was, also where an index of what came later is still there`, () =>
    onRunning('sqlite', sendsNothing, async ({ place, serve, user, film }) => {
      await onTarget(async (target) => {
        const id = await take(user, film, { title: 'Mole, weathervane' })
        assert.deepEqual(await searched({ ...user, ...serve }, 'weathervane'), [id])
        assert.equal((await runCommand(['backup', target, '--with-secret-key'], place)).code, 0)
        assert.equal((await user.send('PATCH', `/api/assets/${id}`, { title: 'Mole, bellows' })).status, 200)
        assert.deepEqual(await searched({ ...user, ...serve }, 'weathervane'), [])
        await serve.kill('SIGTERM')
        await onEmptyPlace(into, async (there) => {
          const [index, old] = [place, there].map(({ settings }) => settings.dataFolder) as [string, string]
          for (const file of (await readdir(index)).filter((name) => name.startsWith('search.db')))
            await copyFile(join(index, file), join(old, file))
          const { code, stderr } = await runCommand(['restore', target, '--yes'], there)
          assert.deepEqual([code, stderr], [0, ''])
          const service = await startServe({ ...there.environment, ...sendsNothing })
          try {
            assert.deepEqual(await searched({ ...user, ...service }, 'weathervane'), [id])
            assert.deepEqual(await searched({ ...user, ...service }, 'bellows'), [])
          } finally {
            await service.kill('SIGKILL')
          }
        })
      })
    }))
}

test('goes nowhere where something is: no log that was left, and no database of PostgreSQL that is in use', () =>
  onFilled('sqlite', async ({ place }) => {
    await onTarget(async (target) => {
      assert.equal((await runCommand(['backup', target, '--with-secret-key'], place)).code, 0)
      await onEmptyPlace('sqlite', async (there) => {
        const data = there.environment.DAILIES_DATA!
        await writeFile(join(data, 'dailies.db-wal'), 'of another')
        const { code, stderr } = await runCommand(['restore', target, '--yes'], there)
        assert.equal(code, 1)
        assert.match(stderr, /Has a database already; restore into an empty folder/)
      })
      await onFilled('postgres', async ({ place: used, serve }) => {
        await serve.kill('SIGTERM')
        const data = used.settings.dataFolder
        const [before, rows] = [
          await readdir(join(data, 'media', 'blobs'), { recursive: true }),
          await allRowsOf(used),
        ]
        await rm(join(data, 'secret.key'), { force: true })
        for (const flags of [[], ['--yes']]) {
          const { code, stderr } = await runCommand(['restore', target, ...flags], used)
          assert.equal(code, 1)
          assert.match(stderr, /It is not empty: there are rows in/)
        }
        await assert.rejects(stat(join(data, 'secret.key')), /ENOENT/)
        assert.deepEqual(await readdir(join(data, 'media', 'blobs'), { recursive: true }), before)
        assert.deepEqual(await allRowsOf(used), rows)
      })
    })
  }))

test('what cannot be done is said, and nothing is removed where one backup cannot be read', () =>
  onFilled('sqlite', async ({ place }) => {
    await onTarget(async (target) => {
      const fails = async (args: string[], said: RegExp) => {
        const { code, stderr, stdout } = await runCommand(args, place)
        assert.equal(code, 1, stdout)
        assert.match(stderr, said)
      }
      await fails(['backup', 'verify', target], /^dailies: There are no backups\n$/)
      await fails(['restore', target], /^dailies: There are no backups\n$/)
      await fails(['backup', target, '--keep', 'all'], /^dailies: --keep: Must be such as 7d,4w,12m/)
      await fails(['backup', 'ftp://x'], /Must be a folder, or s3:\/\/BUCKET\/PREFIX/)
      assert.equal((await runCommand(['backup', target], place)).code, 0)
      const [name = ''] = await readdir(join(target, 'texts'))
      const path = join(target, 'texts', name)
      const manifest = JSON.parse((await readFile(path, 'utf8')).replace(/\n[0-9a-f]{64}\n$/, ''))
      await writeFile(path, sealed({ ...manifest, schema: 999 }))
      await onEmptyPlace('sqlite', async (there) => {
        const { code, stderr } = await runCommand(['restore', target, '--yes'], there)
        assert.equal(code, 1)
        assert.match(
          stderr,
          /is of version 999, this program knows versions up to \d+: restore it with Dailies/,
        )
      })
      await writeFile(path, 'spoiled')
      await fails(['restore', target], /Is damaged: it is not as it was written/)
      const { code, stdout, stderr } = await runCommand(['backup', target, '--keep', '1d'], place)
      assert.equal(code, 1, stdout)
      assert.match(stderr, /^dailies: Nothing is removed: backup-\S+: Is damaged/)
      assert.equal((await readdir(join(target, 'texts'))).length, 2)
    })
  }))

test('of a stranger fills neither disk nor memory, and takes no place that is in use', () =>
  onFilled('sqlite', async ({ place }) => {
    await onTarget(async (target) => {
      assert.equal((await runCommand(['backup', target, '--with-secret-key'], place)).code, 0)
      const [name = ''] = await readdir(join(target, 'texts'))
      const path = join(target, 'texts', name)
      const manifest = JSON.parse((await readFile(path, 'utf8')).replace(/\n[0-9a-f]{64}\n$/, ''))
      const store = openStore({ media: target, dataFolder: target, environment: {} })
      const zeros = Readable.from([Buffer.alloc(1 << 26)])
      const bomb = await keepPacked(store, zeros, join(store.incoming, 'bomb'))
      const said = async (changed: object) => {
        await writeFile(path, sealed({ ...manifest, ...changed }))
        return (await runCommand(['backup', 'verify', target], place)).stdout
      }
      const database = { ...manifest.database, ...bomb }
      assert.match(await said({ database }), /The database is longer than it says/)
      const media = { ...manifest.media, list: bomb.hash, listBytes: bomb.bytes }
      assert.match(await said({ media }), /The list of files is longer than it says/)
      const key = `${path}-key`
      const keyText = await readFile(key, 'utf8')
      await writeFile(key, sealed({ secretKey: 7 }))
      assert.match(await said({}), /-key: Is damaged/)
      await writeFile(key, keyText)

      await onEmptyPlace('sqlite', async (there) => {
        const data = there.environment.DAILIES_DATA!
        await writeFile(join(data, 'secret.key'), 'of another\n')
        const { code, stderr } = await runCommand(['restore', target, '--yes'], there)
        assert.equal(code, 1)
        assert.match(stderr, /secret\.key: Is another key than that of the backup/)
        assert.equal(await readFile(join(data, 'secret.key'), 'utf8'), 'of another\n')
      })
    })
  }))

test('restored only in words leaves nothing, and what one that was killed left is removed by the next', () =>
  onFilled('sqlite', async ({ place }) => {
    await onTarget(async (target) => {
      assert.equal((await runCommand(['backup', target, '--with-secret-key'], place)).code, 0)
      for (const engine of engines) {
        await onEmptyPlace(engine, async (there) => {
          const data = there.environment.DAILIES_DATA!
          const tables = async () =>
            engine === 'postgres' ? (await runSql(there, 'select relname from pg_class')).length : 0
          const before = [await readdir(data), await tables()]
          assert.equal((await runCommand(['restore', target], there)).code, 0)
          assert.deepEqual([await readdir(data), await tables()], before)
          let kills = 0
          let ended: number | null = null
          for (let after = 60; ended === null; after += 60) {
            const signal = AbortSignal.timeout(after)
            const { environment } = there
            const { code, stderr } = await runProcess(['restore', target, '--yes'], { environment, signal })
            ended = code
            if (code === null) kills += 1
            // Killed when all was done but its end.
            else if (code !== 0) assert.match(stderr, /Has a database already|It is not empty/)
          }
          if (ended !== 0) return
          assert.ok(kills > 0)
          const left = (await readdir(data)).filter(
            (name) => !/^(dailies\.db.*|secret\.key|media)$/.test(name),
          )
          assert.deepEqual(left, [])
        })
      }
    })
  }))

/** As another program would have written them. */
async function changeManifests(target: string, change: (manifest: object) => object): Promise<void> {
  for (const name of await readdir(join(target, 'texts'))) {
    const path = join(target, 'texts', name)
    const manifest = JSON.parse((await readFile(path, 'utf8')).replace(/\n[0-9a-f]{64}\n$/, ''))
    await writeFile(path, sealed(change(manifest)))
  }
}

/** A service with something of everything, media among it. */
function onFilled(engine: Engine, work: (running: Running) => Promise<void>): Promise<void> {
  return onRunning(engine, sendsNothing, async (running) => {
    const service = { ...running, address: running.serve.address } as unknown as TestService
    await propertyOf(service, running.user, { name: 'Backed up', sceneId: '777' })
    await work(running)
  })
}

/** Rows as they are once the service is done with what it does by itself. */
async function settledRows(place: Place): Promise<Record<string, string[]>> {
  for (let before = await allRowsOf(place); ; ) {
    await new Promise((done) => setTimeout(done, 1500))
    const now = await allRowsOf(place)
    const isWorking = Object.values(now).some((rows) => rows.some((row) => row.includes('["leased_by","')))
    if (!isWorking && JSON.stringify(now) === JSON.stringify(before)) return now
    before = now
  }
}

async function onTarget(work: (target: string) => Promise<void>): Promise<void> {
  const target = await mkdtemp(join(process.env.DAILIES_TEST_FOLDER ?? tmpdir(), 'dailies-backups-'))
  try {
    await work(target)
  } finally {
    await rm(target, { recursive: true, force: true })
  }
}

function onBucket(
  work: (bucket: string, environment: Record<string, string>, folder: string) => Promise<void>,
): Promise<void> {
  return onTarget(async (folder) => {
    const server = await s3Server(folder)
    try {
      await work('s3://media/backups', server.environment, folder)
    } finally {
      await server.stop()
    }
  })
}

/** Blobs that are in a bucket, with when each was last written. */
async function blobsOf(folder: string): Promise<Map<string, number>> {
  const blobs = new Map<string, number>()
  for (const path of await filesOf(folder)) {
    const [, hash] = /\/blobs\/.*([0-9a-f]{64})\._S3rver_object$/.exec(path) ?? []
    if (hash) blobs.set(hash, (await stat(path)).mtimeMs)
  }
  return blobs
}

/** Those that a backup consists of. */
async function filesOf(target: string): Promise<string[]> {
  const found = await readdir(target, { recursive: true, withFileTypes: true })
  return found
    .filter((entry) => entry.isFile() && /\/(blobs|texts)(\/|$)/.test(`${entry.parentPath}/`))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

async function spoil(path: string, bytes: Buffer, fault: number): Promise<string> {
  if (fault % 3 === 0) {
    const spoiled = Buffer.from(bytes)
    spoiled[randomInt(bytes.length)]! ^= 1 << randomInt(8)
    await writeFile(path, spoiled)
    return 'a bit'
  }
  if (fault % 3 === 1) {
    await truncate(path, randomInt(bytes.length))
    return 'the end'
  }
  await unlink(path)
  return 'all'
}
