import type { Engine } from '../database.ts'

/** Addresses by which people without an account see takes, and who entered by them. (docs/decisions/0045-review-links.md) */
export function up(engine: Engine): string[] {
  const text = engine === 'postgres' ? 'text collate "C"' : 'text'
  return [
    `create table links (
      id ${text} primary key,
      project_id ${text} not null references projects (id) on delete cascade,
      name ${text} not null,
      hash ${text} not null unique,
      shows ${text} not null,
      scene_id ${text} references scenes (id) on delete cascade,
      playlist_id ${text} references playlists (id) on delete cascade,
      password ${text},
      may_comment integer not null,
      may_give_verdict integer not null,
      may_download integer not null,
      watermark integer not null,
      created_by ${text} not null,
      created_at ${text} not null,
      expires_at ${text} not null,
      revoked_at ${text},
      guests integer not null,
      views integer not null,
      last_viewed_at ${text}
    )`,
    'create index links_of_project on links (project_id, id)',
    'create index links_live on links (project_id, expires_at) where revoked_at is null',
    // By these they go with what they show.
    'create index links_of_scene on links (scene_id) where scene_id is not null',
    'create index links_of_playlist on links (playlist_id) where playlist_id is not null',

    `create table link_guests (
      id ${text} primary key,
      link_id ${text} not null references links (id) on delete cascade,
      project_id ${text} not null,
      name ${text} not null,
      hash ${text} unique,
      created_at ${text} not null,
      last_seen_at ${text} not null
    )`,
    'create index link_guests_of_link on link_guests (link_id, id)',
    'create index link_guests_of_project on link_guests (project_id)',

    // Of links that are gone, too.
    `create table link_changes (
      id ${text} primary key,
      project_id ${text} not null references projects (id) on delete cascade,
      link_id ${text} not null,
      link_name ${text} not null,
      action ${text} not null,
      changed_by ${text} not null,
      token_id ${text},
      created_at ${text} not null,
      details ${text} not null
    )`,
    'create index link_changes_of_project on link_changes (project_id, id)',
  ]
}
