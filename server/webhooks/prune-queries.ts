import { sql } from 'kysely'
import { isAmong, isAmongRows, statement } from '../db/statement.ts'

/** Those that are deleted, and those of whose deliveries some are old: most have none, day after day. */
export const listWebhooksToPrune = statement(
  (db, { after, before, limit }: { after: string; before: string; limit: number }) => {
    const oldDelivery = sql`(
      select 1 from deliveries where webhook_id = webhooks.id and event_id < ${before}
        and (due_at is null or webhooks.active = 0) limit 1
    )`
    return db
      .selectFrom('webhooks')
      .select(['id', 'active', 'deleted_at as deletedAt'])
      .where('id', '>', after)
      .where(({ or, eb }) => or([eb('deleted_at', 'is not', null), sql<boolean>`${oldDelivery} is not null`]))
      .orderBy('id')
      .limit(limit)
  },
)

export const listDeliveriesToPrune = statement(
  (db, rows: { webhookId: string; before: string; keepQueued: number; limit: number }) =>
    db
      .selectFrom('deliveries')
      .select('event_id as eventId')
      .where('webhook_id', '=', rows.webhookId)
      .where('event_id', '<', rows.before)
      .where(({ eb, or, val }) => or([eb('due_at', 'is', null), eb(val(rows.keepQueued), '=', 0)]))
      .orderBy('event_id')
      .limit(rows.limit),
)

interface OfWebhook {
  webhookId: string
  /** A JSON array. */
  eventIds: string
}

export const deleteAttemptsOf = statement((db, { webhookId, eventIds }: OfWebhook, engine) =>
  db
    .deleteFrom('attempts')
    .where('webhook_id', '=', webhookId)
    .where(isAmong('event_id', eventIds, engine)),
)

export const deleteDeliveriesOf = statement((db, { webhookId, eventIds }: OfWebhook, engine) =>
  db
    .deleteFrom('deliveries')
    .where('webhook_id', '=', webhookId)
    .where(isAmong('event_id', eventIds, engine)),
)

export const deleteWebhook = statement((db, { id }: { id: string }) =>
  db.deleteFrom('webhooks').where('id', '=', id).where('deleted_at', 'is not', null),
)

/** Old events that no delivery to anybody who may see them refers to any more. */
export const listEventsToPrune = statement(
  (db, { after, before, limit }: { after: string; before: string; limit: number }, engine) => {
    const hearing = sql`(
      select user_id from project_members where project_id = events.project_id
      union all select events.user_id
    )`
    // Neither joined nor an `exists`: PostgreSQL would begin with all of the deliveries.
    const delivery = sql`(
      select 1 from deliveries where webhook_id = webhooks.id and event_id = events.id
    )`
    return db
      .selectFrom('events')
      .select('events.id')
      .where('events.id', '>', after)
      .where('events.id', '<', before)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('webhooks')
              .select('webhooks.id')
              .where(isAmongRows('webhooks.user_id', hearing, engine))
              .where(sql<boolean>`${delivery} is not null`),
          ),
        ),
      )
      .orderBy('events.id')
      .limit(limit)
  },
)

/** `ids` is a JSON array. */
export const deleteEvents = statement((db, { ids }: { ids: string }, engine) =>
  db.deleteFrom('events').where(isAmong('id', ids, engine)),
)
