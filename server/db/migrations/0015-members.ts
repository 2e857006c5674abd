import type { Engine } from '../database.ts'
import { type Execute, rebuildTable } from './rebuild-table.ts'

/**
 * A project was its owner's; now it has members, of whom that owner is the first. What is left of the owner in a project
 * is who made it. (docs/decisions/0030-members.md)
 */
export async function up(engine: Engine, execute: Execute): Promise<void> {
  const text = engine === 'postgres' ? 'text collate "C"' : 'text'
  await execute(`create table project_members (
      project_id ${text} not null references projects (id) on delete cascade,
      user_id ${text} not null references users (id) on delete cascade,
      role ${text} not null,
      created_at ${text} not null,
      deleted_at ${text},
      primary key (project_id, user_id)
    ) ${engine === 'sqlite' ? 'without rowid' : ''}`)
  // With all that lists of projects ask of a membership: looking it up for each of hundreds takes as long as all else.
  await execute('create index members_of_user on project_members (user_id, project_id, role, deleted_at)')
  // The user '' owned what was deleted.
  await execute(`insert into project_members (project_id, user_id, role, created_at)
    select id, owner_id, 'owner', created_at from projects where owner_id <> ''`)

  await execute(`create table member_changes (
      id ${text} primary key,
      project_id ${text} not null references projects (id) on delete cascade,
      user_id ${text} not null references users (id),
      old_role ${text},
      new_role ${text},
      changed_by ${text},
      created_at ${text} not null
    )`)
  await execute('create index member_changes_of_project on member_changes (project_id, id desc)')

  await execute('drop index projects_of_owner')
  if (engine === 'postgres') await renameOwner(execute)
  else await rebuildProjects(execute)
  await keepDeletedHeard(execute)
  await execute("delete from users where id = ''")

  await execute(`alter table users add column removed_at ${text}`)
  await execute(`alter table invitations add column projects ${text}`)
}

/** Whoever was told of a project that was deleted since goes on finding what was told: events are as seen as their project's. */
async function keepDeletedHeard(execute: Execute): Promise<void> {
  // Before version 9 nothing was left of one.
  await execute(`insert into projects (id, name, status, created_at, updated_at)
    select project_id, project_id, 'ARCHIVED', min(created_at), max(created_at) from events
    where project_id is not null and project_id not in (select id from projects)
    group by project_id`)
  await execute(`insert into project_members (project_id, user_id, role, created_at, deleted_at)
    select projects.id, events.user_id, 'owner', max(projects.created_at), max(projects.updated_at)
    from projects inner join events on events.project_id = projects.id
    where projects.created_by is null
    group by projects.id, events.user_id`)
}

async function renameOwner(execute: Execute): Promise<void> {
  await execute('alter table projects drop constraint projects_owner_id_name_key')
  await execute('alter table projects rename column owner_id to created_by')
  await execute('alter table projects alter column created_by drop not null')
  await execute("update projects set created_by = null where created_by = ''")
}

async function rebuildProjects(execute: Execute): Promise<void> {
  const columns = ['id', 'owner_id', 'name', 'status', 'genre', 'created_at', 'updated_at']
  await rebuildTable(execute, 'projects', {
    definition: `id text primary key,
      owner_id text references users (id) on delete cascade,
      name text not null,
      status text not null,
      genre text,
      created_at text not null,
      updated_at text not null`,
    columns,
  })
  await execute('alter table projects rename column owner_id to created_by')
  await execute("update projects set created_by = null where created_by = ''")
}
