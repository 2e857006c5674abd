import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import pg from 'pg'
import { onPlace } from '../test/process.ts'

const [time, old] = ['2026-11-20T08:00:00.000Z', '2020-01-01T08:00:00.000Z']

/** A film of a scene, a shot and a take, each with the id of its table. */
const film = `
  insert into users (id, email, name, role, created_at, updated_at) values ('users', 'ada@studio.example', 'Ada', 'member', '${time}', '${time}');
  insert into projects (id, created_by, name, status, created_at, updated_at)
    values ('projects', 'users', 'The Long Tide', 'PRODUCTION', '${time}', '${time}');
  insert into scenes (id, project_id, scene_number, number_order) values ('scenes', 'projects', '1', '1');
  insert into shots (id, scene_id, shot_code, sort_order, required) values ('shots', 'scenes', 'A', 1, 1);
  insert into asset_versions (id, project_id, scene_id, shot_id, asset_type, platform_key, platform_label, version_number,
      status, selected, rights_state, prompt, created_by, created_at, updated_at)
    values ('versions', 'projects', 'scenes', 'shots', 'IMAGE', 'flux', 'FLUX', 1,
      'DRAFT', 0, 'UNKNOWN', 'A lighthouse', 'users', '${old}', '${old}');`

const ofVersions = ['search_waiting version_id', 'versions'] as const
const ofDays = ['changed_days day', '2020-01-01'] as const
const ofScenes = ['search_places_waiting place_id', 'scenes'] as const
const ofShots = ['search_places_waiting place_id', 'shots'] as const

/** What is done, and what of it is written down where. */
const changes: [sql: string, ...noted: (readonly [column: string, value: string])[]][] = [
  ["update public.asset_versions set title = 'Dusk'", ofVersions],
  ["update public.asset_versions set status = 'GENERATED'", ofVersions, ofDays],
  [
    "update public.asset_versions set created_at = '2020-01-02T08:00:00.000Z'",
    ofDays,
    ['changed_days day', '2020-01-02'],
  ],
  [
    `insert into public.comments (id, asset_version_id, project_id, scene_id, author_id, audience, created_at, text)
      values ('comments', 'versions', 'projects', 'scenes', 'users', 'team', '${time}', 'Warmer')`,
    ofVersions,
  ],
  ["update public.comments set text = 'Colder'", ofVersions],
  ['delete from public.comments', ofVersions],
  ["update public.scenes set story_beat = 'The lamp goes out.'", ofScenes],
  ["update public.scenes set scene_number = '2'", ofScenes, ofShots],
  ["update public.shots set note = 'Wide'", ofShots],
  ['delete from public.asset_versions', ofVersions, ['changed_days day', '2020-01-02']],
  ['delete from public.shots', ofShots],
  ['delete from public.scenes', ofScenes],
]

/** Of a session of somebody who may have made tables and functions that are called as ours and the database's own. */
const sessions = {
  'with no search path': "set search_path = ''",
  'that looks into another schema first': `
    create schema other;
    create table other.search_waiting (like public.search_waiting including identity);
    create table other.search_places_waiting (like public.search_places_waiting including identity);
    create table other.changed_days (like public.changed_days including identity);
    create table other.shots (id text, scene_id text);
    create function other.substr(text, integer, integer) returns text language sql as $$ select 'never' $$;
    set search_path = other, pg_catalog, public`,
  'that has temporary tables of these names': `
    create temporary table search_waiting (like public.search_waiting including identity);
    create temporary table search_places_waiting (like public.search_places_waiting including identity);
    create temporary table changed_days (like public.changed_days including identity)`,
}

describe('what triggers of PostgreSQL write down', () => {
  for (const [whose, begin] of Object.entries(sessions)) {
    test(`is written where the tables are, by a session ${whose}`, () =>
      onPlace('postgres', async ({ settings }) => {
        const client = new pg.Client(settings.databaseUrl)
        await client.connect()
        try {
          await client.query(film)
          await client.query(begin)
          for (const [sql, ...noted] of changes) {
            for (const table of ['search_waiting', 'search_places_waiting', 'changed_days'])
              await client.query(`delete from public.${table}`)
            await client.query(sql)
            for (const [place, value] of noted) {
              const [table, column] = place.split(' ')
              const { rows } = await client.query(`select ${column} as value from public.${table}`)
              assert.ok(
                rows.some((row) => row.value === value),
                `${sql}: ${table} has ${JSON.stringify(rows)}`,
              )
            }
          }
        } finally {
          await client.end()
        }
      }))
  }

  test('is written by functions that all say where they look', () =>
    onPlace('postgres', async ({ settings }) => {
      const client = new pg.Client(settings.databaseUrl)
      await client.connect()
      try {
        const { rows } = await client.query(`
          select distinct proname, proconfig from pg_trigger join pg_proc on pg_proc.oid = tgfoid where not tgisinternal`)
        assert.ok(rows.length > 5)
        for (const { proname, proconfig } of rows)
          assert.deepEqual(proconfig, ['search_path=public, pg_temp'], proname)
      } finally {
        await client.end()
      }
    }))
})
