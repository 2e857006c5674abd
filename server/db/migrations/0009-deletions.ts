import type { Engine } from '../database.ts'

/** What takes longer than a request, and an order that no clock decides. */
export function up(engine: Engine): string[] {
  const text = engine === 'postgres' ? 'text collate "C"' : 'text'
  return [
    // What was deleted and is still to be removed: all that is in the project, which is nobody's any more.
    `create table deletions (
      id ${text} primary key,
      project_id ${text} not null,
      leased_by ${text},
      leased_until bigint not null
    )`,

    // So that no version comes before the one before it, by time and then by id.
    `alter table version_counters add column last_created_at ${text} not null default ''`,
    `alter table version_counters add column last_id ${text} not null default ''`,
    // A node whose clock was ahead may have taken one.
    `update version_counters set last_created_at = newest.created_at, last_id = newest.id
      from (
        select scene_id, asset_type, platform_key, max(created_at) as created_at, max(id) as id
        from asset_versions group by scene_id, asset_type, platform_key
      ) as newest
      where version_counters.scene_id = newest.scene_id
        and version_counters.asset_type = newest.asset_type
        and version_counters.platform_key = newest.platform_key`,
  ]
}
