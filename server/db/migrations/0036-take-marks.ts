import type { Engine } from '../database.ts'

/** What people make of takes at a glance, each for themselves and for the film. (docs/decisions/0062-marks.md) */
export function up(engine: Engine): string[] {
  const text = engine === 'postgres' ? 'text collate "C"' : 'text'
  const withoutRowid = engine === 'sqlite' ? 'without rowid' : ''
  return [
    // No reference to a version: it may be one that was deleted and can be restored. An empty user is the film.
    `create table take_marks (
      asset_version_id ${text} not null,
      user_id ${text} not null,
      project_id ${text} not null,
      scene_id ${text} not null,
      flag ${text} not null,
      stars integer not null,
      seen_at ${text},
      updated_at ${text} not null,
      primary key (asset_version_id, user_id)
    ) ${withoutRowid}`,
    // By it they go with their scene, those who have it open hear what changed, and they are counted and filtered by without a look at the rows.
    'create index take_marks_of_scene on take_marks (scene_id, user_id, updated_at, flag, stars, seen_at)',
  ]
}
