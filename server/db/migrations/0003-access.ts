import type { Engine } from '../database.ts'

/** What was made before has no permissions and no projects written down: it may do everything. */
export function up(engine: Engine): string[] {
  const text = engine === 'postgres' ? 'text collate "C"' : 'text'
  return [
    `alter table tokens add column permissions ${text}`,
    `alter table tokens add column project_ids ${text}`,
    'alter table tokens add column rate_per_minute integer',
    'alter table tokens add column rate_per_hour integer',
    'drop index tokens_of_user',
    'create index tokens_of_user on tokens (user_id, id desc)',

    `create table token_audit (
      id ${text} primary key,
      user_id ${text} not null references users (id) on delete cascade,
      token_id ${text} not null,
      token_name ${text} not null,
      action ${text} not null,
      done_by ${text} not null,
      created_at ${text} not null,
      details ${text} not null
    )`,
    'create index token_audit_of_user on token_audit (user_id, id desc)',

    // For "already captured?". The beginning of a long one is enough to find it; PostgreSQL indexes no more. Not by
    // project: whoever has a hundred of them would be looked up in each.
    `create index asset_versions_by_external_id
      on asset_versions (substr(external_asset_id, 1, 200), created_at desc, id desc)
      where external_asset_id is not null`,
    `create index asset_versions_by_output_url
      on asset_versions (substr(output_url, 1, 200), created_at desc, id desc)
      where output_url is not null`,

    // As rate-limiter-flexible has it; one process alone counts in its memory.
    ...(engine === 'postgres'
      ? [
          'create table rate_limits (key varchar(255) primary key, points integer not null default 0, expire bigint)',
        ]
      : []),
  ]
}
