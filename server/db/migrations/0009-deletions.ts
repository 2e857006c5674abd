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
  ]
}
