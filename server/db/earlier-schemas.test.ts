import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { before, describe, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import pg from 'pg'
import { insertExpectedMedia, leaseFreshMedia } from '../media/waiting-queries.ts'
import { allOf } from '../production/membership.ts'
import { listProjectNames } from '../production/project-queries.ts'
import { findProjectOfMember, findSceneOfMember } from '../production/queries.ts'
import { engines, type Place } from '../test/engines.ts'
import { onEmptyPlace } from '../test/process.ts'
import { listQueuedAlone } from '../webhooks/delivery-queries.ts'
import { feedCursor, ofFeedCursor, readFeed } from '../webhooks/feed.ts'
import type { Database, Engine } from './database.ts'
import { executeOn } from './execute-on.ts'
import { apply, type Migration, migrate, migrations } from './migrate.ts'
import { rebuildTable } from './migrations/rebuild-table.ts'
import { openDatabase } from './open.ts'
import { migrationTarget } from './sqlite.ts'
import { openWriter } from './sqlite-connection.ts'

/** Of every row: whatever refers to another one finds it. */
const id = '01930000-0000-7000-8000-000000000001'
const time = '2026-11-20T08:00:00.000Z'

/** What a migration says anew of rows that were there: table and column. */
const toldAnew = new Set([
  'users.role',
  'version_counters.last_created_at',
  'version_counters.last_id',
  'events.position',
])

/** Where a column went, or what became needless. */
const moved: Record<string, [table: string, column: string] | 'needless'> = {
  'users.password_hash': ['accounts', 'password'],
  'users.feed_floor': 'needless',
  'projects.owner_id': ['projects', 'created_by'],
  // Told anew of all users together.
  'users.feed_position': 'needless',
}

/** Tables to which rows come that tell of others: those that were there stay. */
const grown = new Set(['version_media'])

/** Tables of the search in which the database has rows of its own: those that were there stay. */
const written = new Set(['search_origin', 'search_waiting', 'search_places_waiting'])

type Row = Record<string, unknown>
interface Raw {
  all(sql: string, values?: (string | number)[]): Promise<Row[]>
  end(): Promise<void>
}

for (const engine of engines) {
  describe(`databases of every earlier schema on ${engine}`, () => {
    let fresh: Row[]
    before(() =>
      onEmptyPlace(engine, async (place) => {
        await upToDate(place)
        const raw = await openRaw(place)
        fresh = await schemaOf(engine, raw)
        await raw.end()
      }),
    )

    for (const { version } of migrations.slice(0, -1)) {
      test(`of schema ${version} keep every row, and become as new ones are`, () =>
        onEmptyPlace(engine, async (place) => {
          const rows = await filled(place, version)
          assert.ok(Object.keys(rows).length > 5)
          await upToDate(place)

          const raw = await openRaw(place)
          for (const [table, all] of Object.entries(rows)) {
            if (written.has(table)) {
              const kept = await raw.all(`select * from ${table}`)
              assert.deepEqual(kept.slice(0, all.length), all)
              continue
            }
            assert.equal(all.length, 1)
            for (const [column, value] of Object.entries(all[0]!)) {
              const name = `${table}.${column}`
              const place = moved[name] ?? [table, column]
              if (toldAnew.has(name) || place === 'needless') continue
              const after = await raw.all(`select ${place[1]} as value from ${place[0]}`)
              const own = grown.has(table) ? after.filter((row) => isDeepStrictEqual(row, { value })) : after
              assert.deepEqual(own.slice(0, 1), [{ value }], name)
              assert.ok(own.length === 1 || grown.has(table), name)
            }
          }
          assert.deepEqual(await schemaOf(engine, raw), fresh)
          await raw.end()
        }))
    }

    test('of before media were kept: what was captured waits to be fetched, behind whatever is captured from now on', () =>
      onEmptyPlace(engine, async (place) => {
        const raw = await ofVersion(place, 19)
        const add = addingTo(raw)
        const made = { created_at: time, updated_at: time }
        await add('users', { id: 'ada', email: 'ada', name: 'ada', role: 'member', ...made })
        await add('projects', { id: 'film', created_by: 'ada', name: 'film', status: 'PRODUCTION', ...made })
        await add('scenes', { id: 'scene', project_id: 'film', scene_number: '1', number_order: '1' })
        const urls = { linked: 'https://host/1.png', typed: '', written: null }
        for (const [index, [id, output_url]] of Object.entries(urls).entries()) {
          await add('asset_versions', {
            ...{ id, project_id: 'film', scene_id: 'scene', created_by: 'ada', output_url, ...made },
            ...{ asset_type: 'IMAGE', platform_key: 'suno', platform_label: 'Suno', version_number: index },
            ...{ status: 'DRAFT', selected: 0, rights_state: 'UNKNOWN', prompt: 'x' },
          })
        }
        await raw.end()
        const db = await openDatabase(place.settings, () => {})
        try {
          const now = Date.now()
          const mine = { versionId: 'new', projectId: 'film', endsAt: null, dueAt: now, leasedUntil: 0 }
          const leased = await db.transaction(async (transaction) => {
            await transaction.run(insertExpectedMedia, { rows: JSON.stringify([mine]) })
            const lease = { now, limit: 1, until: now + 60_000 }
            const first = await transaction.all(leaseFreshMedia, { ...lease, leaseId: 'one' })
            return [
              ...first,
              ...(await transaction.all(leaseFreshMedia, { ...lease, limit: 9, leaseId: 'two' })),
            ]
          })
          assert.deepEqual(
            leased.map(({ versionId, attempts, endsAt }) => [versionId, attempts, endsAt]),
            [
              ['new', 0, null],
              ['linked', 0, null],
            ],
          )
        } finally {
          await db.close()
        }
      }))

    test('of before projects had members: each owner is the one member, and nobody sees more or less', () =>
      onEmptyPlace(engine, async (place) => {
        await withOwners(place)
        const db = await openDatabase(place.settings, () => {})
        try {
          for (const userId of users) {
            const own = await db.all(listProjectNames, { userId })
            assert.deepEqual(
              own.map(({ id, memberRole }) => [id, memberRole]).sort(),
              ownersOf.filter(([, owner]) => owner === userId).map(([id]) => [id, 'owner']),
            )
            for (const [id, owner] of [...ownersOf, ['buried', ''], ['gone', ''], ['', '']]) {
              const found = await db.first(findProjectOfMember, { id, userId })
              assert.equal(found?.memberRole, owner === userId ? 'owner' : undefined, `${userId}, ${id}`)
            }
            assert.equal(await db.first(findSceneOfMember, { id: 'buried scene', userId }), undefined)
          }
          const raw = await openRaw(place)
          assert.deepEqual(
            await raw.all('select id from users order by id'),
            users.map((id) => ({ id })),
          )
          await raw.end()
        } finally {
          await db.close()
        }
      }))

    test('of before there was one feed: every cursor goes on where it stood, one event after the other', () =>
      onEmptyPlace(engine, async (place) => {
        await withOwners(place)
        const db = await openDatabase(place.settings, () => {})
        try {
          for (const userId of users) {
            const told = events.filter((event) => event.userId === userId && event.position !== -1)
            const last = Math.max(0, ...told.map(({ position }) => position ?? 0))
            for (let cursor = 0; cursor <= last; cursor += 1) {
              const expected = told.filter(({ position }) => position === null || position > cursor)
              assert.deepEqual(
                await oneByOne(db, userId, String(cursor)),
                expected.map(({ id }) => id),
                `${userId} from ${cursor}`,
              )
            }
          }
          // What waits to be sent of a project that was deleted is sent.
          const queue = { webhookId: 'hook', userId: 'ada', limit: 10 }
          const waiting = await db.all(listQueuedAlone, queue)
          assert.deepEqual(
            waiting.map(({ id, seen }) => [id, Boolean(seen)]),
            [
              [events[0]!.id, true],
              [events[2]!.id, true],
            ],
          )
        } finally {
          await db.close()
        }
      }))
  })
}

const users = ['ada', 'bea', 'cai']
const ownersOf: [project: string, owner: string][] = [
  ['film 1', 'ada'],
  ['film 2', 'ada'],
  ['film 3', 'bea'],
]

/**
 * By time. Of some nobody has read yet, which have no place; those of -1 are tests. The project `gone` was deleted when that
 * left nothing, `buried` when it left its row.
 */
const events = (
  [
    ['ada', 'buried', 1],
    ['bea', 'film 3', 1],
    ['ada', 'film 2', 2],
    ['bea', 'gone', 2],
    ['bea', null, -1],
    ['ada', 'film 1', 3],
    ['bea', 'film 3', 3],
    ['bea', 'film 3', 4],
    ['ada', 'film 2', null],
    ['bea', 'gone', null],
    ['ada', 'buried', null],
    ['bea', 'film 3', null],
  ] as const
).map(([userId, projectId, position], index) => ({ id: `event ${10 + index}`, userId, projectId, position }))

/** Makes a database of schema 14, the last one with owners. */
async function withOwners(place: Place): Promise<void> {
  const raw = await ofVersion(place, 14)
  const add = addingTo(raw)
  const made = { created_at: time, updated_at: time }
  for (const id of ['', ...users]) {
    const feed_position = Math.max(0, ...events.map((one) => (one.userId === id ? (one.position ?? 0) : 0)))
    await add('users', { id, email: id, name: id, role: 'member', feed_position, ...made })
  }
  for (const [id, owner_id] of [...ownersOf, ['buried', ''], ['', '']]) {
    await add('projects', { id: id!, owner_id: owner_id!, name: id!, status: 'PRODUCTION', ...made })
  }
  await add('scenes', { id: 'buried scene', project_id: '', scene_number: 'x', number_order: 'x' })
  for (const { id, userId, projectId, position } of events) {
    const told = { event: 'asset.created', created_at: time, data: '{}' }
    await add('events', { id, user_id: userId, project_id: projectId, position, ...told })
  }
  const never = { failed_attempts: 0, recent_attempts: '[]', resume_at: 0, leased_until: 0 }
  const hook = { url: '', events: '[]', batch_events: 1, batch_seconds: 0, active: 1, secret: '' }
  await add('webhooks', { id: 'hook', user_id: 'ada', ...hook, ...never, ...made })
  for (const { id } of [events[0]!, events[2]!]) {
    const waits = { status: 'Pending', due_at: 1, attempt_count: 0, retry_count: 0 }
    await add('deliveries', { webhook_id: 'hook', event_id: id, ...waits })
  }
  await raw.end()
}

function addingTo(raw: Raw) {
  return (table: string, row: Record<string, string | number | null>) => {
    const values = Object.values(row).map((value) =>
      typeof value === 'string' ? `'${value}'` : String(value),
    )
    return raw.all(`insert into ${table} (${Object.keys(row).join(', ')}) values (${values.join(', ')})`)
  }
}

/** The ids of what a user finds from a cursor on, on pages of one. */
async function oneByOne(db: Database, userId: string, from: string): Promise<string[]> {
  const found: string[] = []
  for (let since = ofFeedCursor(from); ; ) {
    const page = await readFeed(db, allOf(userId), { since, limit: 1 })
    found.push(...page.events.map(({ id }) => id))
    if (!page.hasMore) return found
    since = ofFeedCursor(feedCursor(page.next))
  }
}

async function upToDate(place: Place): Promise<void> {
  const db = await openDatabase(place.settings, () => {})
  await db.close()
}

/** Makes the tables of that version, with a row in each; returns all rows. */
async function filled(place: Place, version: number): Promise<Record<string, Row[]>> {
  const { engine } = place
  const raw = await ofVersion(place, version)
  const tables: Record<string, Row[]> = {}
  for (const { name } of await raw.all(listTables[engine])) {
    const table = String(name)
    if (table === 'migrations') continue
    const columns = await raw.all(listColumns(engine, table))
    const values = columns.map(({ name, type }) => sampleOf(String(name), String(type)))
    // The rows before have written themselves down there.
    if (table === 'search_waiting') await raw.all('delete from search_waiting')
    // What a migration has put there is there already.
    const there = await raw.all(`select * from ${table}`)
    if (there.length === 0) {
      const names = columns.map(({ name }) => name).join(', ')
      await raw.all(`insert into ${table} (${names}) values (${values.join(', ')})`)
    }
    tables[table] = await raw.all(`select * from ${table}`)
  }
  await raw.end()
  return tables
}

/** Makes the tables of that version. */
async function ofVersion(place: Place, version: number): Promise<Raw> {
  const raw = await openRaw(place)
  await raw.all(
    'create table migrations (version integer primary key, name text not null, applied_at text not null)',
  )
  for (const one of migrations) {
    if (one.version > version) continue
    await apply({ engine: place.engine, execute: raw.all }, one)
    const values = `${one.version}, '${one.name}', '${time}'`
    await raw.all(`insert into migrations (version, name, applied_at) values (${values})`)
  }
  return raw
}

const listTables: Record<Engine, string> = {
  sqlite: "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' order by name",
  postgres: "select tablename as name from pg_tables where schemaname = 'public' order by tablename",
}

function listColumns(engine: Engine, table: string): string {
  if (engine === 'sqlite') return `select name, type from pragma_table_info('${table}')`
  return `select column_name as name, data_type as type from information_schema.columns
    where table_name = '${table}' and is_generated = 'NEVER' and is_identity = 'NO' order by ordinal_position`
}

/** As SQL. */
function sampleOf(column: string, type: string): string {
  // A number refers by numbers, as segments of the search do.
  if (/int/i.test(type)) return '1'
  if (/^id$|_id$|_by$/.test(column)) return `'${id}'`
  if (/hash$/.test(column)) return `'hash'`
  if (/double|real|numeric/i.test(type)) return '1.5'
  if (/_at$/.test(column)) return `'${time}'`
  return `'${column}'`
}

/** A connection that asks for no references: rows come in the order of the names of their tables. */
async function openRaw({ engine, settings }: Place): Promise<Raw> {
  if (engine === 'sqlite') {
    const database = new DatabaseSync(join(settings.dataFolder, 'dailies.db'), {
      enableForeignKeyConstraints: false,
    })
    return {
      all: async (sql, values = []) =>
        database
          .prepare(sql)
          .all(...values)
          .map((row) => ({ ...row })),
      end: async () => database.close(),
    }
  }
  const client = new pg.Client(settings.databaseUrl)
  await client.connect()
  await client.query('set session_replication_role = replica')
  return { all: executeOn(client), end: () => client.end() }
}

/** Tables, their columns, what refers to what, and indexes; not the order of the columns, which grew. */
async function schemaOf(engine: Engine, raw: Raw): Promise<Row[]> {
  if (engine === 'postgres') {
    return raw.all(`
      select table_name as "of", column_name || ' ' || data_type || ' ' || is_nullable as what
        from information_schema.columns where table_schema = 'public'
      union all
      select conrelid::regclass::text, pg_get_constraintdef(oid) from pg_constraint where contype <> 'n'
      union all
      select tablename, indexdef from pg_indexes where schemaname = 'public'
      union all
      select proname, pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace
      union all
      select tgrelid::regclass::text, pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
      order by 1, 2`)
  }
  return raw.all(`
    select s.name as "of", c.name || ' ' || c.type || ' ' || c."notnull" || ' ' || c.pk as what
      from sqlite_schema s, pragma_table_info(s.name) c where s.type = 'table' and s.name not like 'sqlite_%'
    union all
    select s.name, f."from" || ' ' || f."table" || ' ' || f.on_delete
      from sqlite_schema s, pragma_foreign_key_list(s.name) f where s.type = 'table'
    union all
    select tbl_name, sql from sqlite_schema where type in ('index', 'trigger') and sql is not null
    order by 1, 2`)
}

describe('a table of SQLite that others refer to', () => {
  const tables = {
    version: 1,
    name: 'tables',
    up: () => [
      'create table films (id integer primary key, name text)',
      'create table scenes (film integer not null references films (id) on delete cascade)',
      'create index films_by_name on films (name)',
      "insert into films values (1, 'The Long Tide')",
      'insert into scenes values (1)',
    ],
  }

  async function onWriter(work: (writer: DatabaseSync) => Promise<void>): Promise<void> {
    await onEmptyPlace('sqlite', async ({ settings }) => {
      const writer = openWriter(join(settings.dataFolder, 'dailies.db'))
      try {
        await migrate(migrationTarget(writer), { migrations: [tables] })
        await work(writer)
      } finally {
        writer.close()
      }
    })
  }

  test('is rebuilt without losing one of their rows, and keeps its indexes', () =>
    onWriter(async (writer) => {
      const definition = 'id integer primary key, genre text, name text not null'
      const rebuilt: Migration = {
        version: 2,
        name: 'rebuilt',
        up: (_, execute) => rebuildTable(execute, 'films', { definition, columns: ['id', 'name'] }),
      }
      await migrate(migrationTarget(writer), { migrations: [tables, rebuilt] })
      assert.deepEqual(
        { ...writer.prepare('select * from films').get() },
        { id: 1, genre: null, name: 'The Long Tide' },
      )
      assert.equal(writer.prepare('select count(*) as n from scenes').get()!.n, 1)
      assert.ok(writer.prepare("select 1 from sqlite_schema where name = 'films_by_name'").get())
      // References hold again.
      writer.exec('delete from films')
      assert.equal(writer.prepare('select count(*) as n from scenes').get()!.n, 0)
    }))

  test('stays as it was where a migration would leave rows that refer to nothing', () =>
    onWriter(async (writer) => {
      const wrong = { version: 2, name: 'wrong', up: () => ['delete from films'] }
      await assert.rejects(migrate(migrationTarget(writer), { migrations: [tables, wrong] }), {
        message: 'A row of scenes refers to one of films that is not there',
      })
      assert.equal(writer.prepare('select count(*) as n from films').get()!.n, 1)
      assert.equal(await migrationTarget(writer).version(), 1)
    }))
})
