import type { Engine } from '../database.ts'

/** Files that came with comments, or are to. (docs/review.md) */
export function up(engine: Engine): string[] {
  const text = engine === 'postgres' ? 'text collate "C"' : 'text'
  const withoutRowid = engine === 'sqlite' ? 'without rowid' : ''
  return [
    // No reference to a version: it may be one that was deleted and can be restored. None to a comment: what lets go of its files counts them.
    `create table attachments (
      id ${text} primary key,
      asset_version_id ${text} not null,
      project_id ${text} not null,
      scene_id ${text} not null,
      user_id ${text} not null,
      comment_id ${text},
      position integer not null default 0,
      hash ${text} not null references blobs (hash),
      bytes bigint not null,
      created_at bigint not null,
      name ${text} not null
    ) ${withoutRowid}`,
    'create index attachments_of_comment on attachments (comment_id, position, id) where comment_id is not null',
    // Those that no comment has taken.
    'create index attachments_left on attachments (created_at, id) where comment_id is null',
    'create index attachments_left_of_user on attachments (user_id) where comment_id is null',
    'create index attachments_of_blob on attachments (hash, id)',
    'create index attachments_of_version on attachments (asset_version_id)',
    'create index attachments_of_scene on attachments (scene_id)',
  ]
}
