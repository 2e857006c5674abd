import type { Engine } from '../database.ts'

/** Who gave a field the value that it has, so that whoever changes it from an older one is told. */
export function up(engine: Engine): string[] {
  const text = engine === 'postgres' ? 'text collate "C"' : 'text'
  return [
    `create table edits (
      project_id ${text} not null references projects (id) on delete cascade,
      of_id ${text} not null,
      field ${text} not null,
      digest ${text} not null,
      user_id ${text} not null references users (id) on delete cascade,
      created_at ${text} not null,
      primary key (project_id, of_id, field)
    ) ${engine === 'sqlite' ? 'without rowid' : ''}`,
  ]
}
