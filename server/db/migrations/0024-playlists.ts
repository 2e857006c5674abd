import type { Engine } from '../database.ts'

/** Asset versions in an order. (docs/playlists.md) */
export function up(engine: Engine): string[] {
  const text = engine === 'postgres' ? 'text collate "C"' : 'text'
  const withoutRowid = engine === 'sqlite' ? 'without rowid' : ''
  return [
    `create table playlists (
      id ${text} primary key,
      project_id ${text} not null references projects (id) on delete cascade,
      name ${text} not null,
      note ${text},
      created_by ${text} not null,
      created_at ${text} not null,
      updated_at ${text} not null
    ) ${withoutRowid}`,
    'create index playlists_of_project on playlists (project_id, updated_at desc, id)',

    // No reference to a version: it may be one that was deleted and can be restored.
    `create table playlist_items (
      id ${text} primary key,
      playlist_id ${text} not null references playlists (id) on delete cascade,
      version_id ${text} not null,
      position integer not null
    ) ${withoutRowid}`,
    'create index playlist_items_in_order on playlist_items (playlist_id, position, id)',
    // By it the lists of a version are found, too, and it goes with its version.
    'create unique index playlist_items_of_version on playlist_items (version_id, playlist_id)',
  ]
}
