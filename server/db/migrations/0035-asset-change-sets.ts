import type { Engine } from '../database.ts'

/**
 * What was changed of asset versions, and what they were before: so it can be undone. A change is written once and read as a
 * whole, so its items are JSON in its row. (docs/decisions/0061-many-at-once.md)
 */
export function up(engine: Engine): string[] {
  const text = engine === 'postgres' ? 'text collate "C"' : 'text'
  return [
    `create table asset_change_sets (
      id ${text} primary key,
      project_id ${text} not null references projects (id) on delete cascade,
      user_id ${text} not null references users (id),
      kind ${text} not null,
      created_at ${text} not null,
      changed integer not null,
      request_id ${text},
      undo_of ${text},
      undone_by_id ${text},
      said ${text} not null,
      answer ${text} not null,
      items ${text} not null
    )`,
    'create index asset_change_sets_of_project on asset_change_sets (project_id, id)',
    `create index asset_change_sets_by_request on asset_change_sets (request_id, user_id, project_id)
      where request_id is not null`,
  ]
}
