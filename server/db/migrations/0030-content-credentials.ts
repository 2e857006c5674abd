import type { Engine } from '../database.ts'

/** What kept files say of themselves, signed. (docs/decisions/0052-provenance.md) */
export function up(engine: Engine): string[] {
  const text = engine === 'postgres' ? 'text collate "C"' : 'text'
  const withoutRowid = engine === 'sqlite' ? 'without rowid' : ''
  return [
    `create table content_credentials (
      hash ${text} primary key references blobs (hash) on delete cascade,
      trust ${text} not null,
      work_due_at bigint,
      work_attempts integer not null,
      leased_by ${text},
      credentials ${text}
    ) ${withoutRowid}`,
    'create index content_credentials_to_read on content_credentials (work_due_at, hash) where work_due_at is not null',
  ]
}
