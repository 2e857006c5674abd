import type { DeliveryStatus } from '@dailies/contract/webhook.ts'
import { sql } from 'kysely'
import { asText, type Builder, isAmongRows, statement } from '../db/statement.ts'
import { asksFor, maySee } from './event-queries.ts'

const shown = [
  'id',
  'url',
  'description',
  'events',
  'project_ids as projectIds',
  'scene_db_ids as sceneDbIds',
  'template',
  'batch_events as batchEvents',
  'batch_seconds as batchSeconds',
  'active',
  'paused_at as pausedAt',
  'paused_reason as pausedReason',
  'failing_since as failingSince',
  'previous_secret_until as previousSecretUntil',
  'created_at as createdAt',
  'updated_at as updatedAt',
] as const

/** A page of those that were made before `before`. */
export const listWebhooksOfUser = statement(
  (db, { userId, before, limit }: { userId: string; before: string; limit: number }) =>
    db
      .selectFrom('webhooks')
      .select(shown)
      .where('user_id', '=', userId)
      .where('deleted_at', 'is', null)
      .where('id', '<', before)
      .orderBy('id', 'desc')
      .limit(limit),
)

export const findWebhookOfUser = statement((db, { id, userId }: { id: string; userId: string }) =>
  db
    .selectFrom('webhooks')
    .select(shown)
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null),
)

/** The same, held until the transaction ends. */
export const lockWebhookOfUser = statement((db, { id, userId }: { id: string; userId: string }, engine) =>
  db
    .selectFrom('webhooks')
    .select([...shown, 'secret'])
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .$if(engine === 'postgres', (query) => query.forNoKeyUpdate()),
)

/** All of them, held until the transaction ends. */
export const lockWebhooksOfUser = statement((db, { userId }: { userId: string }, engine) =>
  db
    .selectFrom('webhooks')
    .select('id')
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .$if(engine === 'postgres', (query) => query.forNoKeyUpdate()),
)

/** Holds back, until the transaction ends, any other that locks the same user. SQLite has one writer anyway. */
export const lockOwner = statement((db, { userId }: { userId: string }, engine) =>
  db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .$if(engine === 'postgres', (query) => query.forNoKeyUpdate()),
)

export const countWebhooksOfUser = statement((db, { userId }: { userId: string }) =>
  db
    .selectFrom('webhooks')
    .select((count) => count.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null),
)

/** Webhooks whose secret was sealed by another key than the one that `sealedBy` is a pattern of. */
export const countForeignSecrets = statement((db, { sealedBy }: { sealedBy: string }) =>
  db
    .selectFrom('webhooks')
    .select((count) => count.fn.countAll<number>().as('count'))
    .where('deleted_at', 'is', null)
    .where('secret', 'not like', sealedBy),
)

/** What a user sets; JSON as text. */
export interface WebhookSettings {
  id: string
  url: string
  description: string | null
  events: string
  projectIds: string | null
  sceneDbIds: string | null
  template: string | null
  batchEvents: number
  batchSeconds: number
  active: number
  now: string
}

export const insertWebhook = statement((db, webhook: WebhookSettings & { userId: string; secret: string }) =>
  db.insertInto('webhooks').values({
    id: webhook.id,
    user_id: webhook.userId,
    url: webhook.url,
    description: webhook.description,
    events: webhook.events,
    project_ids: webhook.projectIds,
    scene_db_ids: webhook.sceneDbIds,
    template: webhook.template,
    batch_events: webhook.batchEvents,
    batch_seconds: webhook.batchSeconds,
    active: webhook.active,
    secret: webhook.secret,
    failed_attempts: 0,
    recent_attempts: '[]',
    resume_at: 0,
    leased_until: 0,
    created_at: webhook.now,
    updated_at: webhook.now,
  }),
)

export const updateWebhook = statement((db, webhook: WebhookSettings) =>
  db
    .updateTable('webhooks')
    .set({
      url: webhook.url,
      description: webhook.description,
      events: webhook.events,
      project_ids: webhook.projectIds,
      scene_db_ids: webhook.sceneDbIds,
      template: webhook.template,
      batch_events: webhook.batchEvents,
      batch_seconds: webhook.batchSeconds,
      active: webhook.active,
      updated_at: webhook.now,
    })
    .where('id', '=', webhook.id),
)

/** Forgets the pause and the failures before it. */
export const clearPause = statement((db, { id }: { id: string }) =>
  db
    .updateTable('webhooks')
    .set({ paused_at: null, paused_reason: null, failing_since: null, failed_attempts: 0 })
    .where('id', '=', id),
)

export const setSecret = statement(
  (
    db,
    secret: { id: string; secret: string; previousSecret: string; previousSecretUntil: string; now: string },
  ) =>
    db
      .updateTable('webhooks')
      .set({
        secret: secret.secret,
        previous_secret: secret.previousSecret,
        previous_secret_until: secret.previousSecretUntil,
        updated_at: secret.now,
      })
      .where('id', '=', secret.id),
)

export const deactivateWebhooksOf = statement((db, { userId }: { userId: string }) =>
  db.updateTable('webhooks').set({ active: 0 }).where('user_id', '=', userId),
)

export const deleteWebhooksOf = statement((db, { userId, now }: { userId: string; now: string }) =>
  db
    .updateTable('webhooks')
    .set({ deleted_at: now, active: 0 })
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null),
)

export const setDeleted = statement((db, { id, now }: { id: string; now: string }) =>
  db.updateTable('webhooks').set({ deleted_at: now, active: 0 }).where('id', '=', id),
)

/** Only of events of those projects: a JSON array, or null for all. Test events are of none. */
function within(reach: string | null) {
  const list = asText(reach as string)
  return sql<boolean>`(${list} is null or events.project_id is null
    or ${list} like '%"' || events.project_id || '"%')`
}

interface LogPage {
  webhookId: string
  userId: string
  reach: string | null
  before: string
  limit: number
}

const logged = [
  'deliveries.event_id as id',
  'deliveries.webhook_id as webhookId',
  'events.event',
  'events.created_at as timestamp',
  'deliveries.status',
  'deliveries.response_code as responseCode',
  'deliveries.retry_count as retryCount',
  'deliveries.due_at as dueAt',
] as const

/** The log of a webhook, of what is within reach. */
function logOf(db: Builder, { webhookId, userId, reach }: Omit<LogPage, 'before' | 'limit'>) {
  return (
    db
      .selectFrom('deliveries')
      // SQLite keeps to the order of a cross join. As an expression for PostgreSQL, which would else go through all events that there are,
      // and look up of each whether this webhook heard of it.
      .crossJoin('events')
      .where(sql<boolean>`events.id = deliveries.event_id || ''`)
      .select(logged)
      .where('deliveries.webhook_id', '=', webhookId)
      .where(maySee(asText(userId)))
      .where(within(reach))
  )
}

/** A page of those of events before `before`. */
function pageOfLog(db: Builder, page: LogPage) {
  return logOf(db, page)
    .where('deliveries.event_id', '<', page.before)
    .orderBy('deliveries.event_id', 'desc')
    .limit(page.limit)
}

export const listDeliveriesOfWebhook = statement((db, page: LogPage) => pageOfLog(db, page))

export const listFailedDeliveriesOfWebhook = statement((db, page: LogPage) =>
  // Written into the text, not a parameter: the index of failed ones is a partial one.
  pageOfLog(db, page).where('deliveries.status', '=', sql.lit<DeliveryStatus>('Failed')),
)

export const listDeliveriesOfWebhookByStatus = statement((db, page: LogPage & { status: DeliveryStatus }) =>
  pageOfLog(db, page).where('deliveries.status', '=', asText(page.status)),
)

export const findDelivery = statement(
  (db, one: { webhookId: string; userId: string; reach: string | null; eventId: string }) =>
    logOf(db, one).select('events.data').where('deliveries.event_id', '=', one.eventId),
)

export const listAttempts = statement((db, { webhookId, eventId }: { webhookId: string; eventId: string }) =>
  db
    .selectFrom('attempts')
    .select([
      'number',
      'started_at as startedAt',
      'duration_ms as durationMs',
      'outcome',
      'response_code as responseCode',
      'error',
      'answer',
    ])
    .where('webhook_id', '=', webhookId)
    .where('event_id', '=', eventId)
    .orderBy('number'),
)

/** Of an event that stands in the same statement. */
const columns = {
  name: sql<string>`events.event`,
  projectId: sql<string>`events.project_id`,
  sceneDbId: sql<string>`events.scene_db_id`,
}

/** What waits for the webhook counts as failed: it is not sent. */
function dropQueued(db: Builder, webhookId: string) {
  return (
    db
      .updateTable('deliveries')
      .set({ status: 'Failed', due_at: null, sending_since: null })
      .where('webhook_id', '=', webhookId)
      // As both indexes of what is queued have it.
      .where(({ or, and, eb }) =>
        or([
          and([eb('due_at', 'is not', null), eb('batch_id', 'is', null)]),
          and([eb('due_at', 'is not', null), eb('batch_id', 'is not', null)]),
        ]),
      )
  )
}

/** Of events of the project. */
export const dropWaiting = statement((db, { id, projectId }: { id: string; projectId: string }) =>
  dropQueued(db, id).where(({ exists, selectFrom }) =>
    exists(
      selectFrom('events')
        .select('events.id')
        .whereRef('events.id', '=', 'deliveries.event_id')
        .where('events.project_id', '=', projectId),
    ),
  ),
)

/** What is not what the webhook asks for now. */
export const dropUnwanted = statement((db, { id }: { id: string }) =>
  dropQueued(db, id).where(({ exists, not, selectFrom }) =>
    exists(
      selectFrom('webhooks')
        .innerJoin('events', (join) => join.onRef('events.id', '=', 'deliveries.event_id'))
        .select('events.id')
        .whereRef('webhooks.id', '=', 'deliveries.webhook_id')
        .where(not(asksFor(columns))),
    ),
  ),
)

/**
 * The events of a range that the user may see and that match what the webhook asks for, and how far each has got there.
 * Of each project so many at most are looked at, however many there are of others.
 */
export const listEventsToReplay = statement(
  (db, range: { webhookId: string; userId: string; from: string; to: string; limit: number }, engine) => {
    const ofProject = db
      .selectFrom('events')
      .innerJoin('webhooks', (join) => join.on('webhooks.id', '=', range.webhookId))
      .select('events.id')
      .where(sql<boolean>`events.project_id = hearing.project_id`)
      .where('events.id', '>=', range.from)
      .where('events.id', '<', range.to)
      .where(asksFor(columns))
      .orderBy('events.id')
      .limit(range.limit)
    return db
      .selectFrom('project_members as hearing')
      .innerJoin('events as heard', (join) => join.on(isAmongRows('heard.id', ofProject, engine)))
      .leftJoin('deliveries', (join) =>
        join.on('deliveries.webhook_id', '=', range.webhookId).onRef('deliveries.event_id', '=', 'heard.id'),
      )
      .select(['heard.id', 'deliveries.status'])
      .where('hearing.user_id', '=', range.userId)
      .orderBy('heard.id')
      .limit(range.limit)
  },
)

/** Queues the event for the webhook, again or for the first time. One that is being sent this moment stays as it is. */
export const queueAgain = statement(
  (db, { webhookId, eventId, now }: { webhookId: string; eventId: string; now: number }) =>
    db
      .insertInto('deliveries')
      .values({
        webhook_id: webhookId,
        event_id: eventId,
        status: 'Pending',
        due_at: now,
        attempt_count: 0,
        retry_count: 0,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['webhook_id', 'event_id'])
          .doUpdateSet({ status: 'Pending', due_at: now, retry_count: 0, batch_id: null })
          .where('deliveries.sending_since', 'is', null),
      ),
)

/** Never queued: whoever makes it sends it. Should that one end half-way, it has failed. */
export const insertTestDelivery = statement(
  (db, row: { webhookId: string; eventId: string; batchId: string | null; sendingSince: string }) =>
    db.insertInto('deliveries').values({
      webhook_id: row.webhookId,
      event_id: row.eventId,
      status: 'Failed',
      batch_id: row.batchId,
      attempt_count: 1,
      retry_count: 0,
      sending_since: row.sendingSince,
    }),
)
