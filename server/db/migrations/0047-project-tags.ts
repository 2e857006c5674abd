import type { Engine } from '../database.ts'

/** The colours of a project's tags. Which tags it has is said by its asset versions alone. (docs/tags.md) */
export function up(engine: Engine): string[] {
  const text = engine === 'postgres' ? 'text collate "C"' : 'text'
  const withoutRowid = engine === 'sqlite' ? 'without rowid' : ''
  return [
    `create table project_tags (
      project_id ${text} not null references projects (id) on delete cascade,
      name ${text} not null,
      color ${text} not null,
      primary key (project_id, name)
    ) ${withoutRowid}`,
  ]
}
