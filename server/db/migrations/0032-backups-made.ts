import type { Engine } from '../database.ts'

/** How far the backups are that are made by themselves: one row. (docs/decisions/0055-scheduled-backups.md) */
export function up(engine: Engine): string[] {
  const text = engine === 'postgres' ? 'text collate "C"' : 'text'
  const withoutRowid = engine === 'sqlite' ? 'without rowid' : ''
  return [
    `create table backups (
      id ${text} primary key,
      target ${text} not null,
      started_at ${text},
      made_at ${text},
      made_name ${text},
      bytes bigint,
      files bigint,
      missing bigint,
      failed_at ${text},
      problem ${text},
      failures integer not null,
      told_at bigint,
      work_due_at bigint not null,
      work_attempts integer not null,
      leased_by ${text}
    ) ${withoutRowid}`,
  ]
}
