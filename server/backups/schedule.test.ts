import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Notice } from '@dailies/contract/inbox.ts'
import type { ScheduledBackups } from '@dailies/contract/media.ts'
import { noticeText } from '@dailies/contract/notice-sentence.ts'
import { Registry } from 'prom-client'
import { readSettings } from '../config.ts'
import { openDatabase } from '../db/open.ts'
import { statement } from '../db/statement.ts'
import { openStore } from '../media/open-store.ts'
import { childrenOf } from '../test/children.ts'
import { engines } from '../test/engines.ts'
import { put, take } from '../test/media.ts'
import { runCommand } from '../test/process.ts'
import { silentS3Server } from '../test/s3-server.ts'
import {
  type SessionTestCaller,
  signIn,
  type TestService,
  type TestUser,
  testFilm,
  testService,
  testUser,
} from '../test/service.ts'
import { listBackups } from './list.ts'
import { showBackups } from './metrics.ts'
import { scheduleOf } from './schedule.ts'
import { verifyBackup } from './verify.ts'
import { BackupWorker, inShort } from './worker.ts'

const hour = 3_600_000

const setDue = statement((db, { at }: { at: number }) => db.updateTable('backups').set({ work_due_at: at }))
const setProblem = statement((db, { problem }: { problem: string }) =>
  db.updateTable('backups').set({ problem }),
)
const setTold = statement((db, { at }: { at: number }) => db.updateTable('backups').set({ told_at: at }))

const setLease = statement((db, { leaseId, until }: { leaseId: string; until: number }) =>
  db
    .updateTable('backups')
    .set({ leased_by: leaseId, work_due_at: until, started_at: '2026-01-01T00:00:00.000Z' }),
)
const readLease = statement((db, _: object) => db.selectFrom('backups').select('leased_by as leasedBy'))

for (const engine of engines) {
  describe(`backups by a schedule on ${engine}`, () => {
    let folder: string
    let target: string
    let service: TestService
    let administrator: TestUser
    let session: SessionTestCaller
    const workers: BackupWorker[] = []
    const errors: unknown[] = []
    const made: string[] = []

    beforeEach(async () => {
      folder = await mkdtemp(join(process.env.DAILIES_TEST_FOLDER ?? tmpdir(), 'dailies-schedule-'))
      target = join(folder, 'backups')
    })
    afterEach(async () => {
      await Promise.all(workers.splice(0).map((worker) => worker.stop()))
      errors.length = 0
      made.length = 0
      await service?.close()
      await rm(folder, { recursive: true, force: true })
    })

    /** It makes none itself, unless it is told to. */
    async function open(more: Record<string, string> = { DAILIES_WEBHOOK_WORKER: 'false' }) {
      service = await testService(engine, { DAILIES_BACKUP: target, ...more })
      administrator = await testUser(service, { role: 'administrator' })
      session = await signIn(service, administrator)
    }

    function work(more: Record<string, string> = {}, db = service.db, patience?: number): BackupWorker {
      const settings = readSettings({}, { ...service.place.environment, ...more })
      const worker = new BackupWorker(db, scheduleOf(settings, process.env)!, {
        onError: (error) => errors.push(error),
        onMade: ({ name }) => made.push(name),
        lookEvery: 20,
        ...(patience && { patience }),
      })
      workers.push(worker)
      worker.start()
      return worker
    }

    const told = async (): Promise<ScheduledBackups> => (await session.get('/api/storage')).body.data.backups

    async function until(is: (told: ScheduledBackups) => boolean): Promise<ScheduledBackups> {
      for (const deadline = Date.now() + 120_000; ; ) {
        const last = await told()
        if (is(last)) return last
        if (Date.now() > deadline) assert.fail(`It stays ${JSON.stringify(last)}, with ${String(errors)}`)
        await sleep(20)
      }
    }

    const notices = async (): Promise<Notice[]> =>
      (await administrator.get('/api/inbox')).body.data.filter(({ kind }: Notice) => kind === 'backup.failed')

    const run = <P extends object>(change: Parameters<TestService['db']['run']>[0], parameters: P) =>
      service.db.transaction((transaction) => transaction.run(change, parameters))

    const store = () => openStore({ media: target, dataFolder: folder, environment: {} })

    test('are made by the service itself, at once and then when it is time, and it tells of them', async () => {
      await open({})
      const { last, dueAt, startedAt, ...rest } = await until(
        ({ last, isMaking }) => last !== null && !isMaking,
      )
      assert.equal(last!.files, 0)
      assert.ok(last!.bytes > 1000)
      assert.equal(Date.parse(dueAt!) - Date.parse(startedAt!), 24 * hour)
      assert.deepEqual(rest, {
        ...{ target, everyHours: 24, isMaking: false },
        ...{ failures: 0, failedAt: null, problem: null },
      })
      const [listed, ...others] = await listBackups(store())
      assert.ok(listed && 'manifest' in listed)
      assert.deepEqual([listed.name, others.length], [last!.name, 0])
      assert.deepEqual(await verifyBackup(store(), listed.manifest, { isQuick: false, known: new Map() }), [])
      const metrics = await (await fetch(`${service.address}/metrics`)).text()
      const seconds = Date.parse(last!.madeAt) / 1000
      assert.ok(metrics.includes(`\ndailies_backup_last_timestamp_seconds ${seconds}\n`), metrics)
      assert.ok(metrics.includes('\ndailies_backup_failures 0\n'))
      assert.deepEqual(await notices(), [])
    })

    test('are told of by none where no place is set', async () => {
      service = await testService(engine)
      const user = await testUser(service, { role: 'administrator' })
      assert.equal((await (await signIn(service, user)).get('/api/storage')).body.data.backups, null)
      assert.ok(!(await (await fetch(`${service.address}/metrics`)).text()).includes('dailies_backup'))
    })

    test('are made by one of many, and the next one only when it is due', async () => {
      await open()
      assert.deepEqual([(await told()).dueAt, (await told()).last], [null, null])
      const keepAll = { DAILIES_BACKUP_KEEP: 'all' }
      const other = await openDatabase(service.place.settings, () => {})
      try {
        work(keepAll)
        work(keepAll, other)
        work(keepAll, other)
        const { last } = await until(({ last, isMaking }) => last !== null && !isMaking)
        await sleep(200)
        assert.equal((await listBackups(store())).length, 1)
        await run(setDue, { at: 0 })
        await until((now) => now.last!.name !== last!.name && !now.isMaking)
        assert.deepEqual(
          made,
          (await listBackups(store())).map(({ name }) => name),
          'each is told of',
        )
        assert.equal(made.length, 2)
        await Promise.all(workers.splice(0).map((worker) => worker.stop()))
        work()
        await run(setDue, { at: 0 })
        const { name } = (await until((now) => !now.isMaking && Date.parse(now.dueAt!) > 0)).last!
        assert.deepEqual(
          (await listBackups(store())).map((one) => one.name),
          [name],
          'of a day the last is kept',
        )
        assert.deepEqual(errors, [])
      } finally {
        await Promise.all(workers.splice(0).map((worker) => worker.stop()))
        await other.close()
      }
    })

    test('that fail are told to administrators once a day, tried again ever later, and forgotten once one is made', async () => {
      await open()
      const member = await testUser(service)
      await writeFile(target, 'no folder')
      work()
      const first = await until(({ failures, isMaking }) => failures === 1 && !isMaking)
      assert.match(first.problem!, /^DAILIES_BACKUP: The folder .* cannot be used \((ENOTDIR|EEXIST)\)$/)
      assert.equal(Date.parse(first.dueAt!) - Date.parse(first.failedAt!), hour / 4)
      const failedAt = ({ createdAt }: Notice) =>
        `The backup failed on ${createdAt.slice(0, 10)} at ${createdAt.slice(11, 16)} UTC, and `
      const [notice, ...none] = await notices()
      assert.deepEqual(
        [noticeText(notice!), none],
        [`${failedAt(notice!)}there is none yet: ${inShort(first.problem!)}`, []],
      )
      await run(setDue, { at: 0 })
      const second = await until(({ failures, isMaking }) => failures === 2 && !isMaking)
      assert.equal(Date.parse(second.dueAt!) - Date.parse(second.failedAt!), hour / 2)
      assert.equal((await notices()).length, 1)
      await run(setTold, { at: Date.now() - 24 * hour })
      await run(setDue, { at: 0 })
      await until(({ failures, isMaking }) => failures === 3 && !isMaking)
      assert.equal((await notices()).length, 2)
      assert.deepEqual((await member.get('/api/inbox')).body.data, [])
      assert.equal(errors.length, 3)

      await rm(target)
      await run(setDue, { at: 0 })
      const mended = await until(({ last, isMaking }) => last !== null && !isMaking)
      assert.deepEqual([mended.failures, mended.problem], [0, null])
      await rm(target, { recursive: true })
      await writeFile(target, 'no folder')
      await run(setDue, { at: 0 })
      await until(({ failures, isMaking }) => failures === 1 && !isMaking)
      const [newest] = await notices()
      const since = `what changed since the last one, of ${mended.last!.madeAt.slice(0, 10)}, is in none`
      assert.ok(noticeText(newest!).startsWith(`${failedAt(newest!)}${since}: DAILIES_BACKUP: The folder`))
    })

    test('without a file that is gone are made, and told of once', async () => {
      await open()
      const film = await testFilm(service.db, administrator)
      const id = await take(administrator, film)
      await put(service, administrator, id, Buffer.from('gone soon'))
      await rm(join(service.place.settings.dataFolder, 'media', 'blobs'), { recursive: true })
      work()
      const { last } = await until(({ last, isMaking }) => last !== null && !isMaking)
      assert.deepEqual([last!.missing, last!.files], [1, 0])
      await run(setDue, { at: 0 })
      await until((now) => now.last!.name !== last!.name && !now.isMaking)
      assert.deepEqual((await notices()).map(noticeText), [
        'A backup was made, but a file is gone or damaged, and not in it',
      ])
    })

    test('that are stopped on the way are no failure, and another makes them', async () => {
      await open()
      const worker = work()
      await until(({ isMaking }) => isMaking)
      // Its process is held so that it cannot be done before.
      const held = await processOnce('backups/process.ts')
      process.kill(held, 'SIGSTOP')
      const stopping = worker.stop()
      process.kill(held, 'SIGCONT')
      await stopping
      const { failures, isMaking, dueAt, last } = await told()
      assert.deepEqual([last, failures, isMaking], [null, 0, false])
      assert.ok(Date.parse(dueAt!) <= Date.now())
      assert.deepEqual(errors, [])
      work()
      await until((now) => now.last !== null && !now.isMaking)
      assert.deepEqual(await notices(), [])
    })

    test('whose process is killed are a failure that says so', async () => {
      await open()
      work()
      let killed = 0
      const { problem } = await until(({ failures, last }) => {
        for (const pid of childrenOf('backups/process.ts')) {
          process.kill(pid, 'SIGKILL')
          killed += 1
        }
        return failures > 0 || last !== null
      })
      assert.ok(killed > 0)
      assert.equal(problem, 'The process that makes it ended with SIGKILL')
      assert.deepEqual(await listBackups(store()), [])
    })

    test('do not go into the folder of a disk that is not there, until one is made there by hand', async () => {
      await open()
      work()
      await until(({ last, isMaking }) => last !== null && !isMaking)
      await rm(target, { recursive: true })
      await run(setDue, { at: 0 })
      const { problem, last } = await until(({ failures, isMaking }) => failures === 1 && !isMaking)
      assert.match(problem!, /^No backup is there any more, where the last one was made: is its disk there\?/)
      assert.equal(last!.isGone, true)
      assert.match(noticeText((await notices())[0]!), /: No backup is there any more, where the last one was/)
      assert.deepEqual((await listBackups(store())).length, 0)
      const byHand = await runCommand(['backup', target], service.place)
      assert.equal(byHand.code, 0, byHand.stderr)
      await run(setDue, { at: 0 })
      const again = await until((now) => now.last!.name !== last!.name && !now.isMaking)
      assert.equal(again.last!.isGone, false)
    })

    test('whose place an earlier program found empty, which stored that in words, are told of as gone', async () => {
      await open()
      const worker = work()
      await until(({ last, isMaking }) => last !== null && !isMaking)
      await worker.stop()
      const problem =
        'No backup is there any more, where the last one was made: is its disk there? If it is, make one there by hand'
      await run(setProblem, { problem })
      const { last, problem: said } = await told()
      assert.deepEqual([last!.isGone, said], [true, problem])
    })

    test('that hang as their place takes every request and answers none are ended, told of, and tried again', async () => {
      const silent = await silentS3Server()
      const before = { ...process.env }
      Object.assign(process.env, silent.environment)
      try {
        await open({ DAILIES_BACKUP: 's3://media/backups', DAILIES_WEBHOOK_WORKER: 'false' })
        // Longer than a busy machine takes to start a process and ask.
        work({ DAILIES_BACKUP: 's3://media/backups' }, service.db, 10_000)
        const { problem, dueAt, failedAt, last } = await until(
          ({ failures, isMaking }) => failures === 1 && !isMaking,
        )
        await silent.asked
        assert.match(
          problem!,
          /^It gave no sign of life for \d+ minutes: does the place of backups answer\?$/,
        )
        assert.equal(childrenOf('backups/process.ts').length, 0)
        assert.deepEqual([last, Date.parse(dueAt!) - Date.parse(failedAt!)], [null, hour / 4])
        const metrics = new Registry()
        showBackups(metrics, service.db, scheduleOf(service.place.settings, silent.environment)!)
        assert.match(await metrics.metrics(), /\ndailies_backup_failures 1\n/)
        assert.match(noticeText((await notices())[0]!), /there is none yet: It gave no sign of life/)
        await run(setDue, { at: 0 })
        await until(({ isMaking }) => isMaking)
      } finally {
        silent.stop()
        for (const name of Object.keys(silent.environment)) delete process.env[name]
        Object.assign(process.env, before)
      }
    })

    test('whose process stands still, so that no signal but one ends it, are ended all the same', async () => {
      await open()
      const worker = work({}, service.db, 2000)
      process.kill(await processOnce('backups/process.ts'), 'SIGSTOP')
      const { problem, last } = await until(({ failures, isMaking }) => failures === 1 && !isMaking)
      assert.equal(last, null)
      assert.match(problem!, /^It gave no sign of life/)
      assert.equal(childrenOf('backups/process.ts').length, 0)
      await worker.stop()
      work()
      await run(setDue, { at: 0 })
      await until((now) => now.last !== null && !now.isMaking)
    })

    test('are left to others where these go elsewhere, and one that is being made is not begun again', async () => {
      await open()
      const keepAll = { DAILIES_BACKUP_KEEP: 'all' }
      const old = work(keepAll)
      await until(({ last, isMaking }) => last !== null && !isMaking)
      const elsewhere = join(folder, 'elsewhere')
      const other = work({ ...keepAll, DAILIES_BACKUP: elsewhere })
      for (let time = 0; time < 3; time += 1) {
        await sleep(700)
        await run(setDue, { at: 0 })
      }
      await sleep(700)
      await Promise.all([old.stop(), other.stop()])
      assert.equal((await listBackups(store())).length, 1, 'the old one made none there')
      await run(setLease, { leaseId: 'alive', until: Date.now() + 60_000 })
      const next = work({ DAILIES_BACKUP: elsewhere, DAILIES_BACKUP_EVERY: '1h' })
      await sleep(300)
      await next.stop()
      const [row] = await service.db.all(readLease, {})
      assert.equal(row!.leasedBy, 'alive')
    })

    test('begin anew for another place, and come sooner where they are to be more frequent', async () => {
      await open()
      const worker = work()
      const before = await until(({ last, isMaking }) => last !== null && !isMaking)
      await worker.stop()
      const frequent = work({ DAILIES_BACKUP_EVERY: '1h' })
      const sooner = await until(({ dueAt }) => dueAt !== before.dueAt)
      assert.equal(Date.parse(sooner.dueAt!) - Date.parse(sooner.startedAt!), hour)
      await frequent.stop()
      const elsewhere = join(folder, 'elsewhere')
      work({ DAILIES_BACKUP: elsewhere })
      // What another place is told of is not this one's.
      await until(({ last }) => last === null)
      for (const deadline = Date.now() + 60_000; ; await sleep(50)) {
        const there = openStore({ media: elsewhere, dataFolder: folder, environment: {} })
        if ((await listBackups(there)).length > 0 || Date.now() > deadline) break
      }
      assert.equal(
        (await listBackups(openStore({ media: elsewhere, dataFolder: folder, environment: {} }))).length,
        1,
      )
      assert.equal((await listBackups(store())).length, 1)
    })
  })
}

/** The first of these. */
async function processOnce(module: string): Promise<number> {
  for (;;) {
    const [found] = childrenOf(module)
    if (found !== undefined) return found
    await sleep(5)
  }
}

test('a place among media is refused, and so is what is no time and no rule', () => {
  const keys = { AWS_ACCESS_KEY_ID: 'x', AWS_SECRET_ACCESS_KEY: 'x' }
  const read = (environment: Record<string, string>) => scheduleOf(readSettings({}, environment), keys)
  assert.equal(read({}), undefined)
  for (const place of [
    '/srv/dailies/media',
    '/srv/dailies/media/',
    '/srv/dailies/media/backups',
    '/srv/dailies',
  ])
    assert.throws(() => read({ DAILIES_DATA: '/srv/dailies', DAILIES_BACKUP: place }), {
      message: 'DAILIES_BACKUP: Media are in /srv/dailies/media: name a place of its own for backups',
    })
  const bucket = { DAILIES_MEDIA: 's3://studio/media' }
  for (const place of [
    's3://studio/media',
    's3://studio//media',
    's3://studio/media//b/',
    's3://studio',
    's3://studio/',
  ])
    assert.throws(() => read({ ...bucket, DAILIES_BACKUP: place }), /name a place of its own/, place)
  assert.throws(
    () => read({ DAILIES_BACKUP: 's3://KEY:SECRET@bucket/x' }),
    /DAILIES_BACKUP: Must be a folder, or s3/,
  )
  assert.equal(read({ ...bucket, DAILIES_BACKUP: 's3://studio/media-backups' })?.every, 24 * hour)
  const kept = read({ DAILIES_BACKUP: '/mnt/b', DAILIES_BACKUP_EVERY: '12h', DAILIES_BACKUP_KEEP: 'all' })
  assert.deepEqual([kept?.every, kept?.keep], [12 * hour, undefined])
  for (const every of ['0h', '31d', '12', '1w', '-1h'])
    assert.throws(() => read({ DAILIES_BACKUP_EVERY: every }), /DAILIES_BACKUP_EVERY: Must be/)
  for (const keep of ['7', '7d,', '0x', 'none', '0d', '7d,0w'])
    assert.throws(() => read({ DAILIES_BACKUP_KEEP: keep }), /DAILIES_BACKUP_KEEP: Must be/)
})

test('a link to a place among media is refused, too, though nothing is there yet', async () => {
  const folder = await mkdtemp(join(process.env.DAILIES_TEST_FOLDER ?? tmpdir(), 'dailies-links-'))
  try {
    const data = join(folder, 'data')
    await mkdir(data)
    await symlink(data, join(folder, 'link'))
    const read = (backup: string) =>
      scheduleOf(readSettings({}, { DAILIES_DATA: data, DAILIES_BACKUP: join(folder, backup) }), {})
    for (const place of ['link', 'link/media', 'link/media/backups'])
      assert.throws(() => read(place), /name a place of its own/, place)
    assert.ok(read('link/backups'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test('the reason in a notice is short, and has no password of an address in it', () => {
  assert.equal(
    inShort('postgres://dailies:secret@db.studio.example/dailies: The database cannot be reached'),
    'postgres://db.studio.example/dailies: The database cannot be reached',
  )
  assert.deepEqual([inShort('x'.repeat(200)).length, inShort('x'.repeat(300)).length], [200, 200])
})
