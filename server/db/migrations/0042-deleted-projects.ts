import type { Engine } from '../database.ts'

/** Projects in the trash, and what it takes to put each back as it was. (docs/decisions/0063-trash.md) */
export function up(engine: Engine): string[] {
  const text = engine === 'postgres' ? 'text collate "C"' : 'text'
  return [
    `create table deleted_projects (
      project_id ${text} primary key references projects (id) on delete cascade,
      created_by ${text},
      name ${text} not null,
      status ${text} not null,
      genre ${text},
      deleted_at ${text} not null,
      deleted_by ${text} not null
    ) ${engine === 'sqlite' ? 'without rowid' : ''}`,
  ]
}
