import type { Engine } from '../database.ts'

/** What of the winners plays, for how long, and which winner a place of the film had when. (docs/cut.md) */
export function up(engine: Engine): string[] {
  const text = engine === 'postgres' ? 'text collate "C"' : 'text'
  const withoutRowid = engine === 'sqlite' ? 'without rowid' : ''
  return [
    `create table cut_settings (
      project_id ${text} primary key references projects (id) on delete cascade,
      rate_numerator integer not null,
      rate_denominator integer not null,
      still_frames integer not null,
      slate_frames integer not null
    ) ${withoutRowid}`,

    // No reference to a version: it may be one that was deleted and can be restored.
    `create table shot_trims (
      shot_id ${text} not null references shots (id) on delete cascade,
      asset_version_id ${text} not null,
      in_frame integer not null,
      out_frame integer not null,
      rate_numerator integer not null,
      rate_denominator integer not null,
      primary key (shot_id, asset_version_id)
    ) ${withoutRowid}`,

    // Numbered within the scene, which is locked where its winners change: clocks say nothing of the order.
    `create table winner_changes (
      id ${text} not null,
      project_id ${text} not null references projects (id) on delete cascade,
      scene_id ${text} not null references scenes (id) on delete cascade,
      number integer not null,
      shot_id ${text},
      shot_code ${text},
      asset_type ${text} not null,
      old_version_id ${text},
      new_version_id ${text},
      changed_by ${text} not null,
      created_at ${text} not null,
      primary key (scene_id, number)
    ) ${withoutRowid}`,
    'create index winner_changes_of_project on winner_changes (project_id, created_at)',
  ]
}
