import type { Engine } from '../database.ts'

/** What is said of asset versions, and what is decided. (docs/decisions/0043-open-notes.md) */
export function up(engine: Engine): string[] {
  const text = engine === 'postgres' ? 'text collate "C"' : 'text'
  const withoutRowid = engine === 'sqlite' ? 'without rowid' : ''
  return [
    // No reference to a version: it may be one that was deleted and can be restored.
    `create table comments (
      id ${text} primary key,
      asset_version_id ${text} not null,
      project_id ${text} not null,
      scene_id ${text} not null,
      thread_id ${text},
      author_id ${text},
      guest_id ${text},
      guest_name ${text},
      audience ${text} not null,
      first_frame integer,
      last_frame integer,
      rate_numerator integer,
      rate_denominator integer,
      created_at ${text} not null,
      edited_at ${text},
      resolved_at ${text},
      resolved_by ${text},
      deleted_at ${text},
      text ${text} not null,
      drawing ${text}
    )`,
    'create index comments_of_version on comments (asset_version_id, id)',
    'create index comments_of_thread on comments (thread_id, id) where thread_id is not null',
    // By it they go with their scene.
    'create index comments_of_scene on comments (scene_id)',

    `create table comment_mentions (
      comment_id ${text} not null references comments (id) on delete cascade,
      user_id ${text} not null,
      thread_id ${text} not null,
      project_id ${text} not null,
      primary key (comment_id, user_id)
    ) ${withoutRowid}`,
    'create index comment_mentions_of_user on comment_mentions (user_id, project_id, thread_id)',

    // The threads that nobody ticked off, of versions that are there.
    `create table open_notes (
      comment_id ${text} primary key references comments (id) on delete cascade,
      asset_version_id ${text} not null,
      project_id ${text} not null,
      scene_id ${text} not null,
      shot_id ${text},
      author_id ${text}
    ) ${withoutRowid}`,
    'create index open_notes_of_version on open_notes (asset_version_id, comment_id)',
    'create index open_notes_of_shot on open_notes (shot_id, comment_id) where shot_id is not null',
    'create index open_notes_of_scene on open_notes (scene_id, comment_id)',
    'create index open_notes_of_project on open_notes (project_id, comment_id)',
    'create index open_notes_of_author on open_notes (author_id, project_id, comment_id) where author_id is not null',

    `create table verdicts (
      id ${text} primary key,
      asset_version_id ${text} not null,
      project_id ${text} not null,
      scene_id ${text} not null,
      user_id ${text},
      guest_id ${text},
      guest_name ${text},
      verdict ${text} not null,
      is_current integer not null,
      created_at ${text} not null,
      note ${text} not null
    ) ${withoutRowid}`,
    'create index verdicts_of_version on verdicts (asset_version_id, id)',
    // The latest of each person, which is the one that counts.
    `create index verdicts_that_count on verdicts (asset_version_id, verdict, user_id) where is_current = 1`,
    'create index verdicts_of_scene on verdicts (scene_id)',

    // What a card says of a version, and when that changed.
    `create table version_reviews (
      asset_version_id ${text} primary key,
      scene_id ${text} not null,
      open_notes integer not null,
      approved integer not null,
      changes_needed integer not null,
      changed_at ${text} not null
    ) ${withoutRowid}`,
    'create index version_reviews_by_change on version_reviews (scene_id, changed_at)',

    // Whose approval a project asks for.
    `create table approval_rules (
      project_id ${text} primary key references projects (id) on delete cascade,
      needed integer not null
    ) ${withoutRowid}`,
    `create table approvers (
      project_id ${text} not null references projects (id) on delete cascade,
      user_id ${text} not null,
      primary key (project_id, user_id)
    ) ${withoutRowid}`,

    `alter table notices add column comment_id ${text}`,
  ]
}
