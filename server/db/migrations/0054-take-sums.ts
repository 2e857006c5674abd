import type { Engine } from '../database.ts'

/** What is summed up of a take; it may change. */
const summed = [
  ...['scene_id', 'platform_key', 'platform_label', 'model_name', 'rights_state', 'created_by', 'created_at'],
  ...['status', 'selected', 'cost_estimate_usd', 'generation_seconds', 'queue_wait_seconds'],
]

/**
 * What the takes of a scene and a day are together, so that lists and reports need not look at each; and on which days that is no longer
 * so: the database itself writes these down, in the transaction that changes a take, whichever rule or command that is. Takes of today
 * are not summed up, and so captures write nothing of it. (docs/decisions/0071-sums-of-takes.md)
 */
export function up(engine: Engine): string[] {
  const text = engine === 'postgres' ? 'text collate "C"' : 'text'
  const real = engine === 'postgres' ? 'double precision' : 'real'
  const withoutRowid = engine === 'sqlite' ? 'without rowid' : ''
  const counted = engine === 'postgres' ? 'bigint' : 'integer'
  return [
    // Those of a scene before a day; none is there for a scene of which nothing is summed up.
    `create table summed_scenes (
      scene_id ${text} primary key references scenes (id) on delete cascade,
      before ${text} not null
    ) ${withoutRowid}`,
    // With an empty day for all of them together.
    `create table take_sums (
      scene_id ${text} not null references scenes (id) on delete cascade,
      day ${text} not null,
      number integer not null,
      platform_key ${text} not null,
      platform_label ${text} not null,
      model_name ${text},
      rights_state ${text} not null,
      created_by ${text} not null,
      versions ${counted} not null,
      winners ${counted} not null,
      in_use ${counted} not null,
      cost_usd ${real} not null,
      with_cost ${counted} not null,
      generation_seconds ${real} not null,
      with_generation_time ${counted} not null,
      queue_wait_seconds ${real} not null,
      with_queue_time ${counted} not null,
      primary key (scene_id, day, number)
    ) ${withoutRowid}`,
    // A day may be there several times: so nobody waits for another who changes a take of it.
    engine === 'postgres'
      ? `create table changed_days (number bigint generated always as identity primary key, scene_id ${text} not null, day ${text} not null)`
      : 'create table changed_days (number integer primary key autoincrement, scene_id text not null, day text not null)',
    'create index changed_days_of_scene on changed_days (scene_id, day)',
    ...(engine === 'postgres' ? triggersOfPostgres() : triggersOfSqlite()),
  ]
}

function triggersOfSqlite(): string[] {
  const isOld = (row: string) => `${row}.created_at < date('now', '-2 hours')`
  const note = (row: string) =>
    `insert into changed_days (scene_id, day) select ${row}.scene_id, substr(${row}.created_at, 1, 10)
      where ${isOld(row)} and not exists (select 1 from changed_days
        where scene_id = ${row}.scene_id and day = substr(${row}.created_at, 1, 10));`
  return [
    `create trigger sums_inserted after insert on asset_versions when ${isOld('new')} begin ${note('new')} end`,
    `create trigger sums_deleted after delete on asset_versions when ${isOld('old')} begin ${note('old')} end`,
    `create trigger sums_updated after update of ${summed} on asset_versions
      when ${isOld('old')} or ${isOld('new')} begin ${note('old')} ${note('new')} end`,
  ]
}

function triggersOfPostgres(): string[] {
  const isOld = (row: string) =>
    `${row}.created_at < to_char(clock_timestamp() at time zone 'UTC' - interval '2 hours', 'YYYY-MM-DD')`
  const note = (row: string) =>
    `insert into changed_days (scene_id, day) values (${row}.scene_id, substr(${row}.created_at, 1, 10));`
  const of = (name: string, body: string) =>
    `create function ${name}() returns trigger language plpgsql as $$ begin ${body} return null; end $$`
  return [
    of('sums_of_new', note('new')),
    of('sums_of_old', note('old')),
    of(
      'sums_of_both',
      `${note('old')} if new.scene_id <> old.scene_id or new.created_at <> old.created_at then ${note('new')} end if;`,
    ),
    `create trigger sums_inserted after insert on asset_versions
      for each row when (${isOld('new')}) execute function sums_of_new()`,
    `create trigger sums_deleted after delete on asset_versions
      for each row when (${isOld('old')}) execute function sums_of_old()`,
    `create trigger sums_updated after update of ${summed} on asset_versions
      for each row when (${isOld('old')} or ${isOld('new')}) execute function sums_of_both()`,
  ]
}
