import type { Engine } from '../database.ts'

/** Searches that are kept by a name, and what each user does with them. (docs/search.md) */
export function up(engine: Engine): string[] {
  const text = engine === 'postgres' ? 'text collate "C"' : 'text'
  const withoutRowid = engine === 'sqlite' ? 'without rowid' : ''
  return [
    // Without a project it is of its maker alone.
    `create table saved_searches (
      id ${text} primary key,
      project_id ${text} references projects (id) on delete cascade,
      name ${text} not null,
      q ${text} not null,
      created_by ${text} not null,
      created_at ${text} not null,
      updated_at ${text} not null
    ) ${withoutRowid}`,
    'create index saved_searches_of_project on saved_searches (project_id, id) where project_id is not null',
    'create index saved_searches_of_user on saved_searches (created_by, id) where project_id is null',

    // Not pinned where there is no position.
    `create table saved_search_users (
      user_id ${text} not null,
      saved_search_id ${text} not null references saved_searches (id) on delete cascade,
      position integer,
      seen_at ${text},
      primary key (user_id, saved_search_id)
    ) ${withoutRowid}`,
    'create index saved_search_users_of_search on saved_search_users (saved_search_id)',
    'create index saved_search_users_pinned on saved_search_users (user_id, position, saved_search_id) where position is not null',
  ]
}
