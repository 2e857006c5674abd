import type { Engine } from '../database.ts'

/** Scenes in the trash: where each was, and what it takes to put it back as it was. (docs/decisions/0063-trash.md) */
export function up(engine: Engine): string[] {
  const text = engine === 'postgres' ? 'text collate "C"' : 'text'
  return [
    `create table deleted_scenes (
      scene_id ${text} primary key references scenes (id) on delete cascade,
      project_id ${text} not null,
      scene_number ${text} not null,
      position double precision,
      winners ${text} not null,
      shots integer not null,
      versions integer not null,
      deleted_at ${text} not null,
      deleted_by ${text} not null
    ) ${engine === 'sqlite' ? 'without rowid' : ''}`,
    'create index deleted_scenes_by_time on deleted_scenes (project_id, deleted_at, scene_id)',
  ]
}
