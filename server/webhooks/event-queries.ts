import { type RawBuilder, sql } from 'kysely'
import { jsonRows } from '../db/json-rows.ts'
import { asText, type Builder, holds, isAmongRows, statement } from '../db/statement.ts'

/**
 * A column that tells whether anybody may want to hear of what is done in a project: null when nobody does. `project` is
 * the column with its id.
 */
export function activeWebhookOf(db: Builder, project: string) {
  return (
    db
      .selectFrom('project_members as hearing')
      .innerJoin('webhooks as listening', 'listening.user_id', 'hearing.user_id')
      .select(sql.lit(1).as('one'))
      .where(sql<boolean>`hearing.project_id = ${sql.ref(project)}`)
      .where('listening.deleted_at', 'is', null)
      // Written into the text: see `asText`.
      .where('listening.active', '=', sql.lit(1))
      .limit(sql.lit(1))
      .as('activeWebhook')
  )
}

/**
 * Whether a user may see the event that stands in the same statement: a member of its project, or somebody who was one when
 * that was deleted. Test events are of no project. `user` is the column with the id, or the id.
 */
export function maySee(user: RawBuilder<string>) {
  return sql<boolean>`(events.project_id is null or exists (
    select 1 from project_members as hearing
    where hearing.project_id = events.project_id and hearing.user_id = ${user}
  ))`
}

export const insertEvent = statement(
  (
    db,
    row: {
      id: string
      userId: string
      event: string
      projectId: string | null
      sceneDbId: string | null
      createdAt: string
      data: string
      position: number | null
    },
  ) =>
    db.insertInto('events').values({
      id: row.id,
      user_id: row.userId,
      event: row.event,
      project_id: row.projectId,
      scene_db_id: row.sceneDbId,
      created_at: row.createdAt,
      data: row.data,
      position: row.position,
    }),
)

/** The same for many: a JSON array of them, without positions. */
export const insertEvents = statement((db, { events }: { events: string }, engine) => {
  const given = {
    id: 'text',
    userId: 'text',
    event: 'text',
    projectId: 'text',
    sceneDbId: 'text',
    createdAt: 'text',
    data: 'text',
  } as const
  return db
    .insertInto('events')
    .columns(['id', 'user_id', 'event', 'project_id', 'scene_db_id', 'created_at', 'data'])
    .expression((select) =>
      select
        .selectFrom(jsonRows(events, given, engine))
        .select(['id', 'userId', 'event', 'projectId', 'sceneDbId', 'createdAt', 'data']),
    )
})

/** Whether a webhook asks for an event of that name, project and scene. */
export function asksFor(event: Record<'name' | 'projectId' | 'sceneDbId', RawBuilder<string>>) {
  return sql<boolean>`(${holds('webhooks.events', event.name)}
    and (webhooks.project_ids is null or ${holds('webhooks.project_ids', event.projectId)})
    and (webhooks.scene_db_ids is null or ${holds('webhooks.scene_db_ids', event.sceneDbId)}))`
}

/** A delivery for each active webhook of a member that asks for the event. */
export const queueDeliveries = statement(
  (
    db,
    event: {
      eventId: string
      /** Milliseconds. */
      now: number
      name: string
      projectId: string
      sceneDbId: string
    },
    engine,
  ) => {
    const members = db
      .selectFrom('project_members')
      .select('user_id')
      .where('project_id', '=', event.projectId)
    return db
      .insertInto('deliveries')
      .columns(['webhook_id', 'event_id', 'status', 'due_at', 'attempt_count', 'retry_count'])
      .expression((select) =>
        select
          .selectFrom('webhooks')
          .select([
            'id',
            sql<string>`${event.eventId}`.as('event_id'),
            sql.lit('Pending').as('status'),
            sql<number>`cast(${event.now} as bigint) + batch_seconds * 1000`.as('due_at'),
            sql.lit(0).as('attempt_count'),
            sql.lit(0).as('retry_count'),
          ])
          .where(isAmongRows('user_id', members, engine))
          .where('deleted_at', 'is', null)
          .where('active', '=', sql.lit(1))
          .where(
            asksFor({
              name: asText(event.name),
              projectId: asText(event.projectId),
              sceneDbId: asText(event.sceneDbId),
            }),
          ),
      )
  },
)

/** The same for many: a JSON array of `{ id, now, event, projectId, sceneDbId }`. */
export const queueDeliveriesOfMany = statement((db, { events }: { events: string }, engine) => {
  const given = { id: 'text', now: 'number', event: 'text', projectId: 'text', sceneDbId: 'text' } as const
  return db
    .insertInto('deliveries')
    .columns(['webhook_id', 'event_id', 'status', 'due_at', 'attempt_count', 'retry_count'])
    .expression((select) =>
      select
        .selectFrom(jsonRows(events, given, engine))
        .innerJoin('project_members as hearing', 'hearing.project_id', 'given.projectId')
        .innerJoin('webhooks', 'webhooks.user_id', 'hearing.user_id')
        .select([
          'webhooks.id as webhook_id',
          'given.id as event_id',
          sql.lit('Pending').as('status'),
          sql<number>`cast(given.now as bigint) + webhooks.batch_seconds * 1000`.as('due_at'),
          sql.lit(0).as('attempt_count'),
          sql.lit(0).as('retry_count'),
        ])
        .where('webhooks.deleted_at', 'is', null)
        .where('webhooks.active', '=', sql.lit(1))
        .where(
          asksFor({
            name: sql.ref('given.event'),
            projectId: sql.ref('given.projectId'),
            sceneDbId: sql.ref('given.sceneDbId'),
          }),
        ),
    )
})

/** The last position that was given, held until the transaction ends. */
export const lockFeed = statement((db, _: object, engine) =>
  db
    .selectFrom('installation')
    .select('feed_position as position')
    .where('id', '=', sql.lit('this'))
    .$if(engine === 'postgres', (query) => query.forNoKeyUpdate()),
)

export const listEventsWithoutPosition = statement((db, { limit }: { limit: number }) =>
  db.selectFrom('events').select('id').where('position', 'is', null).orderBy('id').limit(limit),
)

/** `places` is a JSON array of `{ id, place }`. */
export const setPositions = statement((db, { places }: { places: string }, engine) =>
  db
    .updateTable('events')
    .from(jsonRows(places, { id: 'text', place: 'number' }, engine))
    .set({ position: sql<number>`cast(given.place as bigint)` })
    .whereRef('events.id', '=', 'given.id'),
)

export const setFeed = statement((db, { position }: { position: number }) =>
  db.updateTable('installation').set({ feed_position: position }).where('id', '=', sql.lit('this')),
)

/**
 * The next events of the projects that the user is a member of, or was when they were deleted, in their order. Of each
 * project so many places at most are looked at, however many there are of others.
 */
export const listEventsAfter = statement(
  (db, { userId, position, limit }: { userId: string; position: number; limit: number }, engine) => {
    const ofProject = db
      .selectFrom('events')
      .select('events.position')
      .where(sql<boolean>`events.project_id = hearing.project_id`)
      .where('events.position', 'is not', null)
      .where('events.position', '>', position)
      .orderBy('events.position')
      .limit(limit)
    // Of all projects first, in their index alone: only those of the page are read.
    const page = db
      .selectFrom('project_members as hearing')
      .innerJoin('events as placed', (join) =>
        join
          .on(isAmongRows('placed.project_id', sql`(select hearing.project_id)`, engine))
          .on(isAmongRows('placed.position', ofProject, engine)),
      )
      .select(['placed.project_id', 'placed.position'])
      .where('hearing.user_id', '=', userId)
      .orderBy('placed.position')
      .limit(limit)
      .as('page')
    return db
      .selectFrom(page)
      .innerJoin('events as heard', (join) =>
        join.onRef('heard.project_id', '=', 'page.project_id').onRef('heard.position', '=', 'page.position'),
      )
      .select(['heard.id', 'heard.event', 'heard.created_at as timestamp', 'heard.data', 'heard.position'])
      .select('heard.project_id as projectId')
      .orderBy('heard.position')
  },
)
