import type { Engine } from '../database.ts'

/** What guests of review links see with their name burnt into it. (docs/decisions/0047-burnt-marks.md) */
export function up(engine: Engine): string[] {
  const text = engine === 'postgres' ? 'text collate "C"' : 'text'
  return [
    // Without references: who removes the bytes finds them here, though guest, link and original are gone.
    `create table marked_media (
      id ${text} primary key,
      guest_id ${text} not null,
      link_id ${text} not null,
      of_hash ${text} not null,
      is_film integer not null,
      name ${text} not null,
      asked_at bigint not null,
      used_at bigint not null,
      made_at bigint,
      hash ${text},
      bytes bigint,
      problem ${text},
      work_due_at bigint,
      work_attempts integer not null,
      leased_by ${text}
    )`,
    'create unique index marked_media_of_guest on marked_media (guest_id, of_hash)',
    'create index marked_media_of_blob on marked_media (hash) where hash is not null',
    'create index marked_media_to_make on marked_media (work_due_at, id) where work_due_at is not null',
    'create index marked_media_by_use on marked_media (used_at, id) where hash is not null',
  ]
}
