import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { engines, type Place } from '../test/engines.ts'
import { untilWaiting } from '../test/held-up.ts'
import { laterVersion } from '../test/later-version.ts'
import { onEmptyPlace, runCommand, runProcess, runSql } from '../test/process.ts'

const folder = mkdtempSync(join(process.env.DAILIES_TEST_FOLDER ?? tmpdir(), 'dailies-catalogue-'))
const catalogue = join(folder, 'none.json')
writeFileSync(catalogue, '[]')
after(() => rmSync(folder, { recursive: true }))

/** Makes a database where there is none. */
const begin = ['platform', 'add', catalogue]
const succeeded = { code: 0, stdout: '0 platforms read, 0 new or changed.\n', stderr: '' }

for (const engine of engines) {
  describe(`bringing a database up to date on ${engine}`, () => {
    test('five processes that start at once on an empty database all succeed, and migrate it once', () =>
      onEmptyPlace(engine, async (place) => {
        const { environment } = place
        const five = Array.from({ length: 5 }, () => runProcess(begin, { environment }))
        for (const finished of await Promise.all(five)) assert.deepEqual(finished, succeeded)

        const rows = await runSql(place, 'select version, name from migrations order by version')
        assert.deepEqual(rows[0], { version: 1, name: 'production' })
        assert.equal(new Set(rows.map(({ version }) => version)).size, rows.length)
      }))

    test('a database of a later version is refused by every command with what to do, and stays as it is', () =>
      onEmptyPlace(engine, async (place) => {
        const { environment } = place
        assert.deepEqual(await runCommand(begin, { environment }), succeeded)
        await runSql(place, "insert into migrations (version, name, applied_at) values (999, 'later', '')")
        const before = await contents(place)

        const refused = [
          await runCommand(begin, { environment }),
          await runCommand(['user', 'list'], { environment }),
          await runProcess(['serve'], { environment }),
        ]
        for (const { code, stdout, stderr } of refused) {
          assert.equal(code, 1)
          assert.equal(stdout, '')
          assert.match(stderr, /^dailies: [^\n]*version 999[^\n]*Start it with[^\n]*later[^\n]*\n$/)
        }
        assert.deepEqual(await contents(place), before)
      }))

    test('a migration that fails half-way leaves nothing behind, and succeeds once the cause is gone', () =>
      onEmptyPlace(engine, async (place) => {
        const { environment } = place
        await runSql(place, 'create table shots (in_the_way integer)')
        const before = await contents(place)
        const { code, stdout, stderr } = await runCommand(begin, { environment })
        assert.equal(code, 1)
        assert.equal(stdout, '')
        assert.match(stderr, /^dailies: [^\n]*shots[^\n]*\n$/)
        assert.deepEqual(await contents(place), before)

        await runSql(place, 'drop table shots')
        assert.deepEqual(await runCommand(begin, { environment }), succeeded)
      }))
  })
}

test('a process killed half-way through migrating SQLite leaves nothing behind, and the next one succeeds', () =>
  onEmptyPlace('sqlite', async (place) => {
    const { environment } = place
    const killer = `import { DatabaseSync } from 'node:sqlite'
      const { prepare } = DatabaseSync.prototype
      DatabaseSync.prototype.prepare = function (sql) {
        if (sql.includes('create table shots')) process.kill(process.pid, 'SIGKILL')
        return prepare.call(this, sql)
      }`
    const killed = await runProcess(begin, {
      environment: {
        ...environment,
        NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(killer)}`,
      },
    })
    assert.deepEqual(killed, { code: null, stdout: '', stderr: '' })
    assert.deepEqual(await contents(place), [])
    assert.deepEqual(await runProcess(begin, { environment }), succeeded)
  }))

test('a process killed half-way through migrating PostgreSQL leaves nothing behind, and the next one succeeds', () =>
  onEmptyPlace('postgres', async (place) => {
    const { environment } = place
    // Another transaction that makes the same table holds the migration up until it is killed.
    const holder = new pg.Client(environment.DAILIES_DATABASE_URL)
    await holder.connect()
    try {
      await holder.query('begin; create table shots (in_the_way integer)')
      const stopped = new AbortController()
      const command = runProcess(begin, { environment, signal: stopped.signal })
      await untilWaiting(place, 1)
      stopped.abort()
      assert.deepEqual(await command, { code: null, stdout: '', stderr: '' })
      await holder.query('rollback')
    } finally {
      await holder.end()
    }
    const others = `select 1 from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and application_name = 'dailies'`
    while ((await runSql(place, others)).length > 0) await sleep(20)
    assert.deepEqual(await contents(place), [])
    assert.deepEqual(await runProcess(begin, { environment }), succeeded)
  }))

test('a process that waited while a later version upgraded PostgreSQL refuses it, as if it had come after it', () =>
  onEmptyPlace('postgres', async (place) => {
    const { environment } = place
    const holder = new pg.Client(environment.DAILIES_DATABASE_URL)
    await holder.connect()
    try {
      await holder.query('begin; create table shots (in_the_way integer)')
      const later = runProcess([], { environment, script: laterVersion })
      await untilWaiting(place, 1)
      const command = runProcess(begin, { environment })
      await untilWaiting(place, 2)
      await holder.query('rollback')
      assert.equal((await later).code, 0)
      const { code, stderr } = await command
      assert.equal(code, 1)
      assert.match(
        stderr,
        /^dailies: The database is at version \d+, this program knows versions up to \d+\./,
      )
    } finally {
      await holder.end()
    }
  }))

test('a PostgreSQL older than 15 is refused with the version that is needed', () =>
  onEmptyPlace('postgres', async (place) => {
    const { environment } = place
    await runSql(
      place,
      `create schema old; create function old.current_setting(text) returns text
      language sql as $$ select '140012' $$`,
    )
    const name = new URL(environment.DAILIES_DATABASE_URL!).pathname.slice(1)
    await runSql(place, `alter database ${name} set search_path = old, pg_catalog, public`)

    const { code, stdout, stderr } = await runProcess(begin, { environment })
    assert.equal(code, 1)
    assert.equal(stdout, '')
    assert.equal(stderr, 'dailies: PostgreSQL 15 or later is needed, this is 14\n')
    assert.deepEqual(await contents(place), [])
  }))

/** Every table and index, and which migrations were applied. */
async function contents(place: Place) {
  const tables = await runSql(
    place,
    place.engine === 'sqlite'
      ? "select name from sqlite_schema where type in ('table', 'index') order by name"
      : "select relname as name from pg_class where relnamespace = 'public'::regnamespace order by relname",
  )
  const applied = tables.some(({ name }) => name === 'migrations')
    ? await runSql(place, 'select * from migrations order by version')
    : []
  return [...tables, ...applied]
}
