import type { Engine } from '../database.ts'
import { type Execute, rebuildTable } from './rebuild-table.ts'

/** Into how many the place of an event was divided, so that the feeds of all users became one. */
export const placesForOne = 1_048_576

/**
 * An event was its user's, with a place in that user's feed. Now it is its project's: `user_id` says who did it, and all
 * have a place in one order. A place of before is divided, one part for each user: so a cursor of before means the same
 * as ever.
 */
export async function up(engine: Engine, execute: Execute): Promise<void> {
  await execute('drop index events_feed')
  await execute('drop index events_without_position')
  if (engine === 'postgres') {
    await execute('alter table events drop constraint events_pkey')
    await execute('alter table events add primary key (id)')
  } else {
    await rebuildTable(execute, 'events', {
      definition: `id text primary key,
        user_id text not null references users (id) on delete cascade,
        event text not null,
        project_id text,
        scene_db_id text,
        created_at text not null,
        data text not null,
        position bigint`,
      columns: ['id', 'user_id', 'event', 'project_id', 'scene_db_id', 'created_at', 'data', 'position'],
    })
  }
  await execute(`update events set position = events.position * ${placesForOne} - feeds.part
    from (select id, row_number() over (order by id) - 1 as part from users) as feeds
    where feeds.id = events.user_id and events.position > 0`)
  await execute('alter table installation add column feed_position bigint not null default 0')
  await execute(`update installation
    set feed_position = (select coalesce(max(users.feed_position), 0) * ${placesForOne} from users)`)
  await execute('alter table users drop column feed_position')
  await execute(
    'create index events_of_project on events (project_id, position) where position is not null and project_id is not null',
  )
  await execute('create index events_by_project on events (project_id, id) where project_id is not null')
  await execute('create index events_without_position on events (id) where position is null')
}
