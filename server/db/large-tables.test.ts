import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { endpoints } from '@dailies/contract/endpoints.ts'
import pg from 'pg'
import { engines, type Place } from '../test/engines.ts'
import { batchRows, later, laterVersion, today } from '../test/later-version.ts'
import { onEmptyPlace, onPlace, onRunning, runProcess, runSql } from '../test/process.ts'
import type { Engine } from './database.ts'
import { type Migration, migrations } from './migrate.ts'
import { openDatabase } from './open.ts'

const takes = 1000
const allBatches = takes / batchRows
const upToDate = { code: 0, stdout: `${allBatches} batches\n`, stderr: '' }
const killed = { code: null, stdout: '', stderr: '' }

for (const engine of engines) {
  describe(`migrations of large tables on ${engine}`, () => {
    test('a process that is killed in the middle of a batch leaves the others done, and the next start goes on', () =>
      onTakes(engine, async (place) => {
        const died = await upgrade(place, { environment: { DAILIES_TEST_DIES_IN_BATCH: '8' } })
        assert.deepEqual(died, killed)
        assert.deepEqual(await touched(place), { 0: takes - 7 * batchRows, 1: 7 * batchRows })
        const [progress] = await runSql(
          place,
          'select version, rows_done, rows_total from migration_progress',
        )
        assert.deepEqual(progress, { version: today + 2, rows_done: 7 * batchRows, rows_total: takes })

        assert.deepEqual(await upgrade(place), { ...upToDate, stdout: `${allBatches - 7} batches\n` })
        await assertDoneOnce(place)
      }))

    test('nodes that start together share the batches, and do each of them and everything else once', () =>
      onTakes(engine, async (place) => {
        const three = await Promise.all([upgrade(place), upgrade(place), upgrade(place)])
        let batches = 0
        for (const { code, stdout, stderr } of three) {
          assert.deepEqual({ code, stderr }, { code: 0, stderr: '' })
          batches += Number.parseInt(stdout, 10)
        }
        assert.equal(batches, allBatches)
        await assertDoneOnce(place)
      }))

    test('what fails says which one it is, and the next start goes on once its cause is gone', () =>
      onTakes(engine, async (place) => {
        await runSql(place, `update asset_versions set title = 'spoiled' where id = '0-${1000 + takes / 2}'`)
        const { code, stderr } = await upgrade(place)
        assert.equal(code, 1)
        assert.equal(stderr, `The migration ${today + 2} (touch all) failed (a title is spoiled)\n`)
        const done = takes / 2 - batchRows
        assert.deepEqual(await touched(place), { 0: takes - done, 1: done })
        assert.equal((await applied(place)).at(-1), today + 1)

        await runSql(place, 'update asset_versions set title = null')
        const batches = (takes - done) / batchRows
        assert.deepEqual(await upgrade(place), { ...upToDate, stdout: `${batches} batches\n` })
        await assertDoneOnce(place)
      }))

    test('how many rows of how many are done is told every few seconds', (context) =>
      onTakes(engine, async (place) => {
        context.mock.timers.enable({ apis: ['setInterval'] })
        const batches: Migration = {
          version: today + 1,
          name: 'tick',
          batches: {
            table: 'asset_versions',
            key: 'id',
            rows: takes / 4,
            run: async () => context.mock.timers.tick(2500),
          },
        }
        const told: string[] = []
        const tell = (line: string) => told.push(line)
        const db = await openDatabase(place.settings, () => {}, {
          migrations: [...migrations, batches],
          tell,
        })
        await db.close()
        const line = (rows: number) =>
          `bringing the database up to date: migration ${today + 1} (tick), ${rows} of ${takes} rows`
        assert.deepEqual(told, [line(takes / 4), line((takes * 3) / 4)])
      }))

    test('a node of the version before captures and lists all the while, and is refused when it starts again', () =>
      onRunning(engine, {}, async ({ place, user, film }) => {
        await fill(place)
        let isOver = false
        const upgrading = upgrade(place).finally(() => {
          isOver = true
        })
        let captures = 0
        while (!isOver || captures < 10) {
          const captured = await user.ingest(film.capture)
          assert.equal(captured.status, 200, JSON.stringify(captured.body))
          captures += 1
          const { projectId, sceneId } = film.capture
          const query = new URLSearchParams({ projectId, sceneId, limit: '1' })
          const { body } = await user.get(`${endpoints.listSceneAssets.path}?${query}`)
          assert.equal(body.assets[0].id, captured.body.asset.id)
        }
        assert.equal((await upgrading).code, 0)

        const { 0: afterwards = 0, 1: meanwhile = 0, ...others } = await touched(place)
        assert.deepEqual(others, {})
        assert.ok(meanwhile >= takes)
        assert.equal(afterwards + meanwhile, takes + captures)
        const again = await runProcess(['user', 'list'], { environment: place.environment })
        assert.match(again.stderr, new RegExp(`version ${today + later.length}, .* up to ${today}\\.`))
      }))
  })
}

describe('an index that PostgreSQL makes concurrently', () => {
  test('goes on without the process that began it; a node that starts meanwhile waits, and does not make it again', () =>
    onIndex(async (place, { kill, release }) => {
      await kill()
      const next = upgrade(place)
      await until(
        place,
        "select 1 from pg_stat_activity where datname = current_database() and query like 'select pg_try%'",
      )
      const [before] = await runSql(place, findIndex)
      assert.equal(before?.valid, false)
      await release()
      assert.deepEqual(await next, { ...upToDate, stdout: '0 batches\n' })
      assert.deepEqual(await runSql(place, findIndex), [{ ...before, valid: true }])
      await assertDoneOnce(place)
    }))

  test('is dropped and made again, where the server ended it half-way', () =>
    onIndex(async (place, { ended, release }) => {
      const [before] = await runSql(place, findIndex)
      await runSql(
        place,
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'create index c%'",
      )
      const { code, stderr } = await ended
      assert.equal(code, 1)
      assert.match(stderr, new RegExp(`^The migration ${today + 3} \\(find touched\\) failed \\(.+\\)\n$`))
      await release()
      assert.deepEqual(await runSql(place, findIndex), [{ ...before, valid: false }])

      assert.deepEqual(await upgrade(place), { ...upToDate, stdout: '0 batches\n' })
      const [made] = await runSql(place, findIndex)
      assert.ok(made?.valid && made.id !== before?.id)
      await assertDoneOnce(place)
    }))

  test('is made plainly with all else in a new database, which is whole or not there', () =>
    onEmptyPlace('postgres', async (place) => {
      const failing: Migration = { version: today + 5, name: 'fail', up: () => ['no such statement'] }
      const all = [...migrations, ...later, failing]
      await assert.rejects(openDatabase(place.settings, () => {}, { migrations: all }))
      assert.deepEqual(await runSql(place, "select 1 from pg_tables where schemaname = 'public'"), [])

      await (await openDatabase(place.settings, () => {}, { migrations: all.slice(0, -1) })).close()
      assert.equal((await runSql(place, findIndex))[0]?.valid, true)
      await assertDoneOnce(place)
    }))
})

test('a node that waited while others did the last batch, and recorded it, does none again', () =>
  onTakes('postgres', async (place) => {
    let runs = 0
    const run = async () => {
      runs += 1
    }
    const batches = { table: 'asset_versions', key: 'id', run }
    const all: Migration[] = [...migrations, { version: today + 1, name: 'once', batches }]
    const holder = new pg.Client(place.settings.databaseUrl)
    await holder.connect()
    await holder.query('select pg_advisory_lock(28934068852)')
    // The first one does the batch, the second one finds none left.
    const three = Array.from({ length: 3 }, () => openDatabase(place.settings, () => {}, { migrations: all }))
    await until(
      place,
      `select 1 from pg_locks join pg_database on pg_database.oid = pg_locks.database
        where datname = current_database() and locktype = 'advisory' and not granted having count(*) = 3`,
    )
    await holder.end()
    for (const db of await Promise.all(three)) await db.close()
    assert.equal(runs, 1)
  }))

test('on SQLite, whoever writes meanwhile does so between two batches', () =>
  onTakes('sqlite', async (place) => {
    const other = await openDatabase(place.settings, () => {})
    let runs = 0
    let runsBefore: Promise<number> | undefined
    const run = async () => {
      runs += 1
      runsBefore ??= other.transaction(async () => runs)
      await sleep(20)
    }
    const batches = { table: 'asset_versions', key: 'id', rows: batchRows, run }
    const all: Migration[] = [...migrations, { version: today + 1, name: 'slow', batches }]
    await (await openDatabase(place.settings, () => {}, { migrations: all })).close()
    assert.equal(runs, allBatches)
    assert.ok((await runsBefore!) < allBatches)
    await other.close()
  }))

test('a batch that PostgreSQL ends for a deadlock is done again', () =>
  onTakes('postgres', async (place) => {
    let runs = 0
    const batches: Migration = {
      version: today + 1,
      name: 'in the way of others',
      batches: {
        table: 'asset_versions',
        key: 'id',
        run: async (execute) => {
          runs += 1
          await execute('update asset_versions set version_number = version_number + 10000')
          if (runs === 1) await execute("do 'begin raise sqlstate ''40P01''; end'")
        },
      },
    }
    await (await openDatabase(place.settings, () => {}, { migrations: [...migrations, batches] })).close()
    assert.equal(runs, 2)
    const [row] = await runSql(place, 'select min(version_number) as least from asset_versions')
    assert.deepEqual(row, { least: 10001 })
  }))

const findIndex = `select indexrelid as id, indisvalid as valid from pg_index
  where indexrelid = to_regclass('asset_versions_by_touched')`

/** In a database of today's version with takes in it. */
function onTakes(engine: Engine, work: (place: Place) => Promise<void>): Promise<void> {
  return onPlace(engine, async (place) => {
    await fill(place)
    await work(place)
  })
}

async function fill(place: Place): Promise<void> {
  await runSql(
    place,
    `insert into users (id, email, name, role, created_at, updated_at) values ('ada', 'ada', 'Ada', 'member', '', '')`,
  )
  await runSql(
    place,
    `insert into projects (id, name, status, created_at, updated_at)
      values ('film', 'Film', 'PRODUCTION', '', '')`,
  )
  await runSql(
    place,
    `insert into scenes (id, project_id, scene_number, number_order) values ('scene', 'film', '1', '1')`,
  )
  // Before those that are captured, by their ids.
  await runSql(
    place,
    `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${takes})
      insert into asset_versions (id, project_id, scene_id, asset_type, platform_key, platform_label, version_number,
        status, selected, rights_state, prompt, created_by, created_at, updated_at)
      select '0-' || (1000 + n), 'film', 'scene', 'IMAGE', 'midjourney', 'Midjourney', n,
        'DRAFT', 0, 'UNKNOWN', '', 'ada', '', '' from numbers`,
  )
}

function upgrade(
  { environment }: Place,
  options: { upTo?: number; environment?: Record<string, string>; signal?: AbortSignal } = {},
) {
  const { upTo = later.length, signal } = options
  return runProcess([String(upTo)], {
    script: laterVersion,
    environment: { ...environment, ...options.environment },
    ...(signal && { signal }),
  })
}

/** A process makes the index, and waits in the middle of it until a transaction that writes to the table is over. */
async function onIndex(
  work: (
    place: Place,
    making: {
      kill: () => Promise<void>
      release: () => Promise<unknown>
      ended: ReturnType<typeof upgrade>
    },
  ) => Promise<void>,
): Promise<void> {
  await onTakes('postgres', async (place) => {
    assert.deepEqual(await upgrade(place, { upTo: 2 }), upToDate)
    const writer = new pg.Client(place.settings.databaseUrl)
    await writer.connect()
    const stopped = new AbortController()
    try {
      await writer.query("begin; update asset_versions set notes = 'x'")
      const ended = upgrade(place, { signal: stopped.signal })
      await until(
        place,
        "select 1 from pg_stat_progress_create_index where datname = current_database() and phase like 'waiting%'",
      )
      const kill = async () => {
        stopped.abort()
        assert.deepEqual(await ended, killed)
      }
      await work(place, { kill, release: () => writer.query('rollback'), ended })
    } finally {
      stopped.abort()
      await writer.end()
    }
  })
}

async function until(place: Place, sql: string): Promise<void> {
  while ((await runSql(place, sql)).length === 0) await sleep(20)
}

/** How many takes were touched how often. */
async function touched(place: Place): Promise<Record<string, number>> {
  const rows = await runSql(
    place,
    'select touched, cast(count(*) as integer) as takes from asset_versions group by touched',
  )
  return Object.fromEntries(rows.map(({ touched, takes }) => [touched, takes as number]))
}

async function applied(place: Place): Promise<unknown[]> {
  return (await runSql(place, 'select version from migrations order by version')).map(
    ({ version }) => version,
  )
}

async function assertDoneOnce(place: Place): Promise<void> {
  const [{ takes }] = (await runSql(place, 'select count(*) as takes from asset_versions')) as [
    { takes: unknown },
  ]
  assert.deepEqual(await touched(place), Number(takes) === 0 ? {} : { 1: Number(takes) })
  assert.deepEqual(
    await applied(place),
    Array.from({ length: today + later.length }, (_, index) => index + 1),
  )
  const names = await runSql(
    place,
    place.engine === 'sqlite'
      ? 'select name from sqlite_schema'
      : "select relname as name from pg_class where relnamespace = 'public'::regnamespace",
  )
  const named = names.map(({ name }) => name)
  assert.ok(named.includes('asset_versions_by_touched'))
  assert.ok(!named.includes('migration_progress'))
}
