import type { Engine } from '../database.ts'

/** Review sessions, who took part in them, and what was shown. (docs/decisions/0046-review-sessions.md) */
export function up(engine: Engine): string[] {
  const text = engine === 'postgres' ? 'text collate "C"' : 'text'
  const withoutRowid = engine === 'sqlite' ? 'without rowid' : ''
  return [
    `create table reviews (
      id ${text} primary key,
      project_id ${text} not null references projects (id) on delete cascade,
      name ${text} not null,
      plays_kind ${text} not null,
      plays_id ${text},
      started_by ${text} not null,
      started_at ${text} not null,
      ended_at ${text},
      leader_id ${text},
      leader_page ${text},
      term integer not null,
      lease_until bigint not null,
      state ${text}
    )`,
    'create index reviews_of_project on reviews (project_id, id)',
    'create index reviews_running on reviews (project_id, id) where ended_at is null',

    `create table review_people (
      review_id ${text} not null references reviews (id) on delete cascade,
      user_id ${text} not null,
      project_id ${text} not null,
      seen_until bigint not null,
      primary key (review_id, user_id)
    ) ${withoutRowid}`,
    'create index review_people_of_project on review_people (project_id)',

    // No reference to a version: it may be one that was deleted and can be restored.
    `create table review_versions (
      review_id ${text} not null references reviews (id) on delete cascade,
      asset_version_id ${text} not null,
      project_id ${text} not null,
      primary key (review_id, asset_version_id)
    ) ${withoutRowid}`,
    'create index review_versions_of_project on review_versions (project_id)',
  ]
}
