import type { Engine } from '../database.ts'

/** Versions that went to another scene, so that whoever has the one that they left open hears of it. (docs/decisions/0066-to-another-scene.md) */
export function up(engine: Engine): string[] {
  const text = engine === 'postgres' ? 'text collate "C"' : 'text'
  return [
    `create table departures (
      scene_id ${text} not null references scenes (id) on delete cascade,
      asset_version_id ${text} not null,
      left_at ${text} not null,
      primary key (scene_id, asset_version_id)
    ) ${engine === 'sqlite' ? 'without rowid' : ''}`,
    'create index departures_by_time on departures (scene_id, left_at)',
  ]
}
