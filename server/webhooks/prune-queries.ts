import { statement } from '../db/statement.ts'

export const listWebhooksToPrune = statement((db, { after, limit }: { after: string; limit: number }) =>
  db
    .selectFrom('webhooks')
    .select(['id', 'active', 'deleted_at as deletedAt'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit),
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

export const deleteAttempts = statement(
  (db, { webhookId, eventId }: { webhookId: string; eventId: string }) =>
    db.deleteFrom('attempts').where('webhook_id', '=', webhookId).where('event_id', '=', eventId),
)

export const deleteDelivery = statement(
  (db, { webhookId, eventId }: { webhookId: string; eventId: string }) =>
    db.deleteFrom('deliveries').where('webhook_id', '=', webhookId).where('event_id', '=', eventId),
)

export const deleteWebhook = statement((db, { id }: { id: string }) =>
  db.deleteFrom('webhooks').where('id', '=', id).where('deleted_at', 'is not', null),
)

/** Old events that no delivery refers to any more. */
export const listEventsToPrune = statement(
  (db, { userId, before, limit }: { userId: string; before: string; limit: number }) =>
    db
      .selectFrom('events')
      .select('events.id')
      .where('events.user_id', '=', userId)
      .where('events.id', '<', before)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('webhooks')
              .select('webhooks.id')
              .whereRef('webhooks.user_id', '=', 'events.user_id')
              // One in the other, not joined: a join would begin with all of the deliveries.
              .where((inner) =>
                inner.exists(
                  inner
                    .selectFrom('deliveries')
                    .select('deliveries.event_id')
                    .whereRef('deliveries.webhook_id', '=', 'webhooks.id')
                    .whereRef('deliveries.event_id', '=', 'events.id'),
                ),
              ),
          ),
        ),
      )
      .orderBy('events.id')
      .limit(limit),
)

export const deleteEvent = statement((db, { userId, id }: { userId: string; id: string }) =>
  db.deleteFrom('events').where('user_id', '=', userId).where('id', '=', id),
)

export const listUsersToPrune = statement((db, { after, limit }: { after: string; limit: number }) =>
  db.selectFrom('users').select('id').where('id', '>', after).orderBy('id').limit(limit),
)
