import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import type { Place } from './places.ts'

/** Rounds in which takes are added, so that those of a scene lie apart, as they do after months of use. */
const rounds = 10
const shotsOfScene = 50

interface Sql {
  rows(sql: string): Promise<Record<string, unknown>[]>
  isPostgres: boolean
}

interface Takes {
  /** Of a scene of films of this name, */
  ofFilm: string
  takes: number
  /** and of a scene of all others. */
  most: number
}

/**
 * Gives every scene of the database so many takes like the one that there is, captured over the last 60 days and today: of six models of
 * three platforms, of which every shot has a winner, and every third an approved one.
 */
export async function takesOfYears(place: Place, { ofFilm, takes, most }: Takes): Promise<void> {
  await using cleanup = new AsyncDisposableStack()
  const { rows, isPostgres } = await opened(place, cleanup)
  const [like] = await rows('select id from asset_versions')
  const columns = Object.keys((await rows('select * from asset_versions'))[0]!)
  // What is made anew at once is made faster than row by row.
  const indexes = isPostgres
    ? await rows(`select indexname as name, indexdef as sql from pg_indexes where tablename = 'asset_versions'
        and indexname not in (select conname from pg_constraint where conrelid = 'asset_versions'::regclass)`)
    : await rows(
        "select name, sql from sqlite_master where type = 'index' and tbl_name = 'asset_versions' and sql is not null",
      )
  const triggers = isPostgres
    ? []
    : await rows("select name, sql from sqlite_master where type = 'trigger' and tbl_name = 'asset_versions'")
  for (const { name } of indexes) await rows(`drop index ${name}`)
  for (const { name } of triggers) await rows(`drop trigger ${name}`)
  if (isPostgres) await rows('alter table asset_versions disable trigger user')
  const number = `(places.place * ${most} + n.i)`
  const hex = isPostgres ? `lpad(to_hex(${number}), 12, '0')` : `printf('%012x', ${number})`
  const daysBack = `60 * (places.takes - 1 - n.i) / places.takes`
  const time = isPostgres
    ? `to_char((now() at time zone 'UTC') - make_interval(days => (${daysBack})::int, secs => (n.i % 7)), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
    : `strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-' || (${daysBack}) || ' days', '-' || (n.i % 7) || ' seconds')`
  const own: Record<string, string> = {
    id: `'00000000-0000-7000-8fff-' || ${hex}`,
    project_id: 'places.project_id',
    scene_id: 'places.id',
    shot_id: 'shots.id',
    version_number: 'n.i + 10',
    selected: `case when n.i < ${shotsOfScene} then 1 else 0 end`,
    status: `case when n.i < ${shotsOfScene} / 3 then 'APPROVED' when n.i < ${shotsOfScene} then 'SELECTED' when n.i % 3 = 0 then 'GENERATED' else 'DRAFT' end`,
    platform_key: "case n.i % 3 when 0 then 'midjourney' when 1 then 'kling' else 'flux' end",
    platform_label: "case n.i % 3 when 0 then 'Midjourney' when 1 then 'Kling' else 'FLUX' end",
    model_name:
      "case n.i % 6 when 0 then 'v7' when 1 then '2.1' when 2 then '1.1' when 3 then 'v8' when 4 then '2.5' else '2' end",
    rights_state: "case when n.i % 5 = 0 then 'UNKNOWN' else 'COMMERCIAL_ALLOWED' end",
    cost_estimate_usd: 'case when n.i % 4 = 0 then null else (n.i % 100) / 100.0 end',
    external_asset_id: `'job-' || ${number}`,
    created_at: time,
    updated_at: time,
  }
  const selected = columns.map((column) => own[column] ?? `one.${column}`)
  await rows(
    `create table places as select scenes.id, project_id, row_number() over (order by scenes.id) as place,
      case when projects.name = '${ofFilm}' then ${takes} else ${most} end as takes
      from scenes join projects on projects.id = scenes.project_id`,
  )
  const each = most / rounds
  for (let round = 0; round < rounds; round += 1) {
    const numbers = `(with recursive n (i) as (select ${round * each} union all select i + 1 from n where i < ${(round + 1) * each - 1}) select i from n)`
    await rows(
      `insert into asset_versions (${columns}) select ${selected}
        from places join ${numbers} as n on n.i < places.takes join shots on shots.scene_id = places.id and shots.sort_order = n.i % ${shotsOfScene}
        cross join (select * from asset_versions where id = '${like!.id}') as one`,
    )
  }
  await rows('drop table places')
  for (const { sql } of [...indexes, ...triggers]) await rows(String(sql))
  if (isPostgres) {
    await rows('alter table asset_versions enable trigger user')
    await rows('vacuum analyze')
  }
  // As where a service has run all the while, whose search has seen all of it.
  await rows('delete from search_waiting')
}

async function opened({ folder, databaseUrl }: Place, cleanup: AsyncDisposableStack): Promise<Sql> {
  if (databaseUrl) {
    const client = new pg.Client(databaseUrl)
    await client.connect()
    cleanup.defer(() => client.end())
    return { isPostgres: true, rows: async (sql) => (await client.query(sql)).rows }
  }
  const database = new DatabaseSync(join(folder, 'dailies.db'))
  database.exec(
    'pragma journal_mode = wal; pragma synchronous = off; pragma cache_size = -1000000; pragma foreign_keys = off',
  )
  cleanup.defer(() => database.close())
  return { isPostgres: false, rows: async (sql) => database.prepare(sql).all() }
}
