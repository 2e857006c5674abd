import { type RawBuilder, sql } from 'kysely'
import { asText, type Builder, holds, statement } from '../db/statement.ts'

/** A column that tells whether anybody may want to hear of what the user does: null when nobody does. */
export function activeWebhookOf(db: Builder, userId: string) {
  return (
    db
      .selectFrom('webhooks as listening')
      .select(sql.lit(1).as('one'))
      .where('listening.user_id', '=', userId)
      .where('listening.deleted_at', 'is', null)
      // Written into the text: see `asText`.
      .where('listening.active', '=', sql.lit(1))
      .limit(sql.lit(1))
      .as('activeWebhook')
  )
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

/** Whether a webhook asks for an event of that name, project and scene. */
export function asksFor(event: Record<'name' | 'projectId' | 'sceneDbId', RawBuilder<string>>) {
  return sql<boolean>`(${holds('webhooks.events', event.name)}
    and (webhooks.project_ids is null or ${holds('webhooks.project_ids', event.projectId)})
    and (webhooks.scene_db_ids is null or ${holds('webhooks.scene_db_ids', event.sceneDbId)}))`
}

/** A delivery for each of the user's active webhooks that asks for the event. */
export const queueDeliveries = statement(
  (
    db,
    event: {
      eventId: string
      userId: string
      /** Milliseconds. */
      now: number
      name: string
      projectId: string
      sceneDbId: string
    },
  ) =>
    db
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
          .where('user_id', '=', event.userId)
          .where('deleted_at', 'is', null)
          .where('active', '=', sql.lit(1))
          .where(
            asksFor({
              name: asText(event.name),
              projectId: asText(event.projectId),
              sceneDbId: asText(event.sceneDbId),
            }),
          ),
      ),
)

/** The last position that was given, held until the transaction ends. */
export const lockFeed = statement((db, { userId }: { userId: string }, engine) =>
  db
    .selectFrom('users')
    .select('feed_position as position')
    .where('id', '=', userId)
    .$if(engine === 'postgres', (query) => query.forNoKeyUpdate()),
)

export const listEventsWithoutPosition = statement(
  (db, { userId, limit }: { userId: string; limit: number }) =>
    db
      .selectFrom('events')
      .select('id')
      .where('user_id', '=', userId)
      .where('position', 'is', null)
      .orderBy('id')
      .limit(limit),
)

export const setPosition = statement(
  (db, { userId, id, position }: { userId: string; id: string; position: number }) =>
    db.updateTable('events').set({ position }).where('user_id', '=', userId).where('id', '=', id),
)

export const setFeed = statement((db, feed: { userId: string; position: number }) =>
  db.updateTable('users').set({ feed_position: feed.position }).where('id', '=', feed.userId),
)

export const listEventsAfter = statement(
  (db, { userId, position, limit }: { userId: string; position: number; limit: number }) =>
    db
      .selectFrom('events')
      .select(['id', 'event', 'created_at as timestamp', 'data', 'position', 'project_id as projectId'])
      .where('user_id', '=', userId)
      .where('position', 'is not', null)
      .where('position', '>', position)
      .orderBy('position')
      .limit(limit),
)
