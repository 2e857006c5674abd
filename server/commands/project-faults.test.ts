import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { createUser } from '../accounts/create-user.ts'
import type { Engine } from '../db/database.ts'
import { openDatabase } from '../db/open.ts'
import { openStore } from '../media/open-store.ts'
import { finishDeletions } from '../production/finish-deletions.ts'
import { emptyPlace, engines, type Place } from '../test/engines.ts'
import { holdTable } from '../test/held-up.ts'
import { until } from '../test/listening.ts'
import { put, take } from '../test/media.ts'
import {
  administer,
  onPlace,
  onRunning,
  runCommand,
  runProcess,
  runSql,
  takeAwayDatabase,
} from '../test/process.ts'
import { testFilm } from '../test/service.ts'
import { onSmallDisk } from '../test/small-disk.ts'
import { listProjectNames, manifestIn } from '../transfer/manifest.ts'
import { receiveProject } from '../transfer/received.ts'

const mebibyte = 1024 ** 2
const [files, versions] = [12, 1500]

let [folder, target, small, owner] = ['', '', '', '']

before(async () => {
  folder = await mkdtemp(join(process.env.DAILIES_TEST_FOLDER ?? tmpdir(), 'dailies-faults-'))
  target = join(folder, 'out')
  small = join(folder, 'small')
  await onRunning('sqlite', {}, async ({ place, serve, db, user, film }) => {
    owner = user.email
    for (let file = 0; file < files; file += 1)
      await put(serve, user, await take(user, film), randomBytes(mebibyte))
    const [one] = await runSql(place, 'select * from asset_versions limit 1')
    const columns = Object.keys(one!).filter((column) => !['id', 'version_number'].includes(column))
    await runSql(
      place,
      `insert into asset_versions (id, version_number, ${columns})
        with recursive numbers (number) as
          (select 1 union all select number + 1 from numbers where number < ${versions})
        select printf('01a21e45-0a9e-7000-8000-%012d', number), number + 100, ${columns}
        from numbers, asset_versions where id = '${one!.id}'`,
    )
    const { projectId } = await testFilm(db, user, 'Small')
    for (const [into, id] of [
      [target, film.projectId],
      [small, projectId],
    ] as const) {
      const { code, stderr } = await runCommand(['project', 'export', into, '--project', id], place)
      assert.deepEqual([code, stderr], [0, ''])
    }
  })
})
after(() => rm(folder, { recursive: true, force: true }))

const noRoomForRows = /^dailies: There is no room for its rows, [^\n]+, and 10 MB\n$/

const imported = ({ environment }: Place, from = target) =>
  runProcess(['project', 'import', from, '--yes'], { environment })

for (const engine of engines) {
  test(`a project whose files do not fit on the disk is not there, and comes when they do, on ${engine}`, (t) =>
    onSmallDisk(t, 12, (disk) =>
      onPlaceWithOwner(engine, { DAILIES_MEDIA: join(disk, 'media') }, async (place) => {
        const { code, stderr } = await imported(place)
        assert.equal(code, 1)
        assert.match(stderr, /^dailies: There is no room [^\n]+\n$/)
        assert.deepEqual(await runSql(place, 'select id from projects'), [])
        execFileSync('mount', ['-o', 'remount,size=64m', disk])
        await assertComes(place)
      }),
    ))
}

describe('a project whose rows cannot even be looked at for want of room', () => {
  test('is told as such', (t) =>
    onSmallDisk(t, 32, (disk) =>
      onPlaceWithOwner('sqlite', { DAILIES_MEDIA: join(disk, 'media') }, async (place) => {
        const filler = join(disk, 'filler')
        for (const left of [100_000, 9_900_000]) {
          await fill(filler, disk, left)
          const { code, stderr } = await imported(place, small)
          assert.equal(code, 1)
          assert.match(stderr, noRoomForRows)
          await rm(filler)
        }
        assert.deepEqual(await readdir(join(disk, 'media', 'incoming')), [])
        assert.equal((await imported(place, small)).code, 0)
      }),
    ))

  test('is told as such where no file more fits on the disk', (t) =>
    onSmallDisk(t, 32, (disk) =>
      onPlaceWithOwner('sqlite', { DAILIES_MEDIA: join(disk, 'media') }, async (place) => {
        // With the folders of a store.
        assert.equal((await imported(place, join(disk, 'media'))).code, 1)
        const { files, ffree } = await statfs(disk)
        execFileSync('mount', ['-o', `remount,nr_inodes=${files - ffree}`, disk])
        const { code, stderr } = await imported(place, small)
        assert.equal(code, 1)
        assert.match(stderr, noRoomForRows)
      }),
    ))

  test('is told as such where others fill the disk meanwhile', (t) =>
    onSmallDisk(t, 32, async (disk) => {
      await mkdir(join(disk, 'media'))
      const source = openStore({ media: small, dataFolder: folder, environment: {} })
      const [name] = await listProjectNames(source)
      const manifest = manifestIn(await source.readText(name!), name!)
      const read = source.read.bind(source)
      source.read = async (hash) => {
        await fill(join(disk, 'filler'), disk, 0)
        return read(hash)
      }
      await assert.rejects(
        receiveProject(source, manifest, { incoming: join(disk, 'media'), mostJson: mebibyte }),
        ({ message }: Error) => noRoomForRows.test(`dailies: ${message}\n`),
      )
      assert.deepEqual(await readdir(join(disk, 'media')), [])
    }))
})

describe('an import of which the database goes away in between', () => {
  test('ends with words where its disk is full, and comes when it is not', (t) =>
    onSmallDisk(t, 16, (disk) =>
      onPlaceWithOwner(
        'sqlite',
        { DAILIES_DATA: join(disk, 'data'), DAILIES_MEDIA: join(folder, 'media') },
        async (place) => {
          const filler = join(disk, 'filler')
          await fill(filler, disk, mebibyte)
          assertEndsWithWords(await imported(place))
          await rm(filler)
          await assertNothingIsLeft(place)
          await assertComes(place)
        },
      ),
    ))

  test('ends with words where PostgreSQL is away, and comes when it is back', () =>
    onPlaceWithOwner('postgres', {}, async (place) => {
      const name = new URL(place.environment.DAILIES_DATABASE_URL!).pathname.slice(1)
      // After its versions come their files.
      const holder = await holdTable(place, 'version_media')
      const running = imported(place)
      const come = async () => (await runSql(place, 'select id from asset_versions limit 1')).length > 0
      await until('versions have come', come)
      const waits = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      await until('it waits for their files', async () => (await runSql(place, waits)).length > 0)
      await takeAwayDatabase(name)
      try {
        assertEndsWithWords(await running)
      } finally {
        await administer(`alter database ${name}_away rename to ${name}`)
        await holder.end()
      }
      await assertNothingIsLeft(place)
      await assertComes(place)
    }))
})

function onPlaceWithOwner(
  engine: Engine,
  environment: Record<string, string>,
  work: (place: Place) => Promise<void>,
): Promise<void> {
  const make = () => emptyPlace(engine, environment)
  return onPlace(
    engine,
    async (place) => {
      const db = await openDatabase(place.settings, () => {})
      await createUser(db, { email: owner, name: 'Ada', password: 'correct horse' })
      await db.close()
      await work(place)
    },
    make,
  )
}

/** Leaves so many bytes of a disk. */
async function fill(filler: string, disk: string, left: number): Promise<void> {
  const { bavail, bsize } = await statfs(disk)
  await writeFile(filler, Buffer.alloc(bavail * bsize - left))
}

function assertEndsWithWords({ code, stderr }: { code: number | null; stderr: string }): void {
  assert.equal(code, 1)
  assert.match(stderr, /^dailies: [^\n]+\n$/)
  assert.doesNotMatch(stderr, /damaged/)
}

/** What came is removed once the lease has ended. */
async function assertNothingIsLeft(place: Place): Promise<void> {
  await runSql(place, 'update deletions set leased_until = 0')
  const db = await openDatabase(place.settings, () => {})
  await finishDeletions(db)
  await db.close()
  for (const table of ['scenes', 'asset_versions', 'version_media', 'project_members'])
    assert.deepEqual(await runSql(place, `select * from ${table}`), [], table)
}

async function assertComes(place: Place): Promise<void> {
  const { code, stderr } = await imported(place)
  assert.deepEqual([code, stderr], [0, ''])
  const [counted] = await runSql(place, 'select count(*) as count from asset_versions')
  assert.equal(Number(counted!.count), files + versions)
  const media = await runSql(place, `select 1 from version_media where state = 'kept'`)
  assert.equal(media.length, files)
}
