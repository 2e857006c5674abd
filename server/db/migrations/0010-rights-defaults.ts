import type { Engine } from '../database.ts'

/** Which rights the output of a platform has in a project. */
export function up(engine: Engine): string[] {
  const text = engine === 'postgres' ? 'text collate "C"' : 'text'
  return [
    `create table rights_defaults (
      project_id ${text} not null references projects (id) on delete cascade,
      platform_key ${text} not null,
      rights_state ${text} not null,
      primary key (project_id, platform_key)
    )`,
  ]
}
