import type { Engine } from '../database.ts'

/** Who works on a shot, until which day, and a note for them. */
export function up(engine: Engine): string[] {
  const text = engine === 'postgres' ? 'text collate "C"' : 'text'
  const withoutRowid = engine === 'sqlite' ? 'without rowid' : ''
  return [
    `alter table shots add column due_on ${text}`,
    `alter table shots add column note ${text}`,
    `create table shot_assignees (
      shot_id ${text} not null references shots (id) on delete cascade,
      user_id ${text} not null references users (id) on delete cascade,
      project_id ${text} not null references projects (id) on delete cascade,
      primary key (shot_id, user_id)
    ) ${withoutRowid}`,
    // By it a member who leaves is found, too.
    'create index shot_assignees_of_user on shot_assignees (user_id, project_id, shot_id)',
    // By it they go with their project.
    'create index shot_assignees_of_project on shot_assignees (project_id)',
  ]
}
