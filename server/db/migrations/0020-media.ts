import type { Engine } from '../database.ts'

/** The media of versions, and the blobs that their bytes are. (docs/decisions/0037-media.md) */
export function up(engine: Engine): string[] {
  const text = engine === 'postgres' ? 'text collate "C"' : 'text'
  const withoutRowid = engine === 'sqlite' ? 'without rowid' : ''
  return [
    `create table blobs (
      hash ${text} primary key,
      bytes bigint not null,
      kept_at ${text},
      touched_at bigint not null,
      removing_until bigint not null default 0,
      facts ${text},
      made_only integer not null default 0,
      work_due_at bigint,
      work_attempts integer not null default 0,
      leased_by ${text}
    ) ${withoutRowid}`,
    'create index blobs_to_work_on on blobs (work_due_at, hash) where work_due_at is not null',

    `create table made_media (
      of_hash ${text} not null references blobs (hash),
      kind ${text} not null,
      hash ${text} not null references blobs (hash),
      width integer,
      height integer,
      primary key (of_hash, kind)
    ) ${withoutRowid}`,
    'create index made_media_of_blob on made_media (hash)',

    // No reference to a version: it may be one that was deleted and can be restored.
    `create table version_media (
      version_id ${text} not null,
      kind ${text} not null,
      project_id ${text} not null,
      state ${text} not null,
      hash ${text} references blobs (hash),
      bytes bigint not null default 0,
      url ${text},
      ends_at bigint,
      due_at bigint not null default 0,
      attempts integer not null default 0,
      leased_by ${text},
      leased_until bigint not null default 0,
      reason ${text},
      summary ${text},
      primary key (version_id, kind)
    ) ${withoutRowid}`,
    // Those that were never tried: the soonest to end first. Whoever is tried again is so by time, and keeps no new one waiting.
    "create index version_media_to_fetch on version_media (due_at, version_id) where state = 'waiting' and attempts = 0",
    "create index version_media_to_retry on version_media (due_at, version_id) where state = 'waiting' and attempts > 0",
    // The largest of a kind, and what each kind takes. SQLite would plan anew whatever binds what an index is limited by: so not its kind.
    "create index version_media_by_size on version_media (kind, bytes desc, version_id) where state = 'kept'",
    'create index version_media_of_blob on version_media (hash, version_id) where hash is not null',

    `create table uploads (
      id ${text} primary key,
      version_id ${text} not null,
      project_id ${text} not null,
      user_id ${text} not null,
      bytes bigint not null,
      received bigint not null,
      touched_at bigint not null
    ) ${withoutRowid}`,
    'create index uploads_by_age on uploads (touched_at, id)',
    'create index uploads_of_user on uploads (user_id)',
    'create index uploads_of_project on uploads (project_id, received)',

    // The project '' is the installation, whose every blob counts once.
    `create table media_usage (
      project_id ${text} primary key,
      files bigint not null,
      bytes bigint not null
    ) ${withoutRowid}`,
    `create table media_quotas (
      project_id ${text} primary key references projects (id) on delete cascade,
      bytes bigint not null
    ) ${withoutRowid}`,
  ]
}
