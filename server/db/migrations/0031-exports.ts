import type { Engine } from '../database.ts'

/** What is handed over. (docs/decisions/0053-exports.md) */
export function up(engine: Engine): string[] {
  const text = engine === 'postgres' ? 'text collate "C"' : 'text'
  const withoutRowid = engine === 'sqlite' ? 'without rowid' : ''
  return [
    'alter table blobs add column crc bigint',
    `create table exports (
      id ${text} primary key,
      project_id ${text} not null references projects (id) on delete cascade,
      created_by ${text} not null,
      created_at ${text} not null,
      ends_at ${text} not null,
      name ${text} not null,
      request ${text} not null,
      state ${text} not null,
      reason ${text},
      prepared integer not null,
      files integer not null,
      missing integer not null,
      directory_offset bigint,
      directory_bytes bigint,
      work_due_at bigint,
      work_attempts integer not null,
      leased_by ${text}
    ) ${withoutRowid}`,
    'create index exports_of_project on exports (project_id, id)',
    'create index exports_that_end on exports (ends_at, id)',
    'create index exports_to_prepare on exports (work_due_at, id) where work_due_at is not null',
    `create table export_files (
      export_id ${text} not null references exports (id) on delete cascade,
      zip_offset bigint not null,
      name ${text} not null,
      bytes bigint not null,
      crc bigint not null,
      hash ${text} not null references blobs (hash),
      blob_offset bigint not null,
      primary key (export_id, zip_offset)
    ) ${withoutRowid}`,
    'create index export_files_of_blob on export_files (hash)',
  ]
}
