import type { AttemptOutcome, DeliveryStatus } from '@dailies/contract/webhook.ts'
import { sql } from 'kysely'
import { jsonRows } from '../db/json-rows.ts'
import { asText, type Builder, type RowOf, statement } from '../db/statement.ts'
import { maySee } from './event-queries.ts'

/** Written into the text, not parameters, where an index holds only such rows. What is queued is one of both. */
const alone = sql<boolean>`deliveries.due_at is not null and deliveries.batch_id is null`
const batched = sql<boolean>`deliveries.due_at is not null and deliveries.batch_id is not null`

/** The longest batch that there can be (contract/webhook.ts). */
const longestBatch = sql.lit(100)

/**
 * Webhooks to which something is due, and that no worker sends to: those that did not fail before the others. The
 * inner queries look at one delivery of each webhook by its index, however long its queue is.
 */
export function dueWebhooks(
  db: Builder,
  { now, sealedBy, limit }: { now: number; sealedBy: string; limit: number },
) {
  return db
    .selectFrom('webhooks')
    .select('webhooks.id')
    .where('webhooks.active', '=', sql.lit(1))
    .where('webhooks.deleted_at', 'is', null)
    .where('webhooks.resume_at', '<=', now)
    .where('webhooks.leased_until', '<=', now)
    .where('webhooks.secret', 'like', asText(sealedBy))
    .where(({ eb, or, and, selectFrom }) =>
      or([
        ...[alone, batched].map((kind) =>
          eb(
            selectFrom('deliveries')
              .select('due_at')
              .whereRef('deliveries.webhook_id', '=', 'webhooks.id')
              .where(kind)
              .orderBy('due_at')
              .limit(sql.lit(1)),
            '<=',
            now,
          ),
        ),
        and([
          eb('webhooks.batch_events', '>', 1),
          eb(
            selectFrom((from) =>
              from
                .selectFrom('deliveries')
                .select('event_id')
                .whereRef('deliveries.webhook_id', '=', 'webhooks.id')
                .where(alone)
                .orderBy('due_at')
                .limit(longestBatch)
                .as('waiting'),
            ).select((count) => count.fn.countAll<number>().as('count')),
            '>=',
            eb.ref('webhooks.batch_events'),
          ),
        ]),
      ]),
    )
    .orderBy(sql`webhooks.failing_since is not null`)
    .orderBy('webhooks.id')
    .limit(limit)
}

/** One of them, if there is any: mostly there is none. */
export const findDueWebhook = statement((db, due: { now: number; sealedBy: string }) =>
  dueWebhooks(db, { now: due.now, sealedBy: due.sealedBy, limit: 1 }),
)

/** Takes them until `until`, past those that another is about to take. */
export const leaseDueWebhooks = statement(
  (db, lease: { now: number; sealedBy: string; limit: number; leaseId: string; until: number }, engine) =>
    db
      .updateTable('webhooks')
      .set({ leased_by: lease.leaseId, leased_until: lease.until })
      .where(
        'id',
        'in',
        dueWebhooks(db, lease).$if(engine === 'postgres', (query) => query.forUpdate().skipLocked()),
      )
      .returning('id'),
)

/** What a worker sends to, while it is alive. `leases` is a JSON array of `webhookId` and `leaseId`. */
export const renewLeases = statement((db, { leases, until }: { leases: string; until: number }, engine) => {
  const given = jsonRows(leases, { webhookId: 'text', leaseId: 'text' }, engine)
  return db
    .updateTable('webhooks')
    .set({ leased_until: until })
    .where('id', 'in', (from) => from.selectFrom(given).select('given.webhookId'))
    .where('leased_by', 'in', (from) => from.selectFrom(given).select('given.leaseId'))
})

/** Ends a lease; nothing is sent to the webhook before `resumeAt`. */
export const releaseWebhook = statement((db, release: { id: string; leaseId: string; resumeAt: number }) =>
  db
    .updateTable('webhooks')
    .set({ leased_by: null, leased_until: 0, resume_at: release.resumeAt })
    .where('id', '=', release.id)
    .where('leased_by', '=', release.leaseId),
)

const sending = [
  'id',
  'user_id as userId',
  'url',
  'template',
  'batch_events as batchEvents',
  'active',
  'secret',
  'previous_secret as previousSecret',
  'previous_secret_until as previousSecretUntil',
  'recent_attempts as recentAttempts',
  'leased_by as leasedBy',
  'leased_until as leasedUntil',
  'deleted_at as deletedAt',
] as const

/** What an attempt needs to know; the row stays locked, so that of two at once one counts after the other. */
export const lockWebhook = statement((db, { id }: { id: string }, engine) =>
  db
    .selectFrom('webhooks')
    .select(sending)
    .where('id', '=', id)
    .$if(engine === 'postgres', (query) => query.forNoKeyUpdate()),
)

interface Queue {
  webhookId: string
  userId: string
  limit: number
}

/** In the order in which they are sent. */
function queueOf(db: Builder, { webhookId, userId, limit }: Queue) {
  return (
    db
      .selectFrom('deliveries')
      // SQLite keeps to the order of a cross join: the queue first, then its events, never all events that there are.
      .crossJoin('events')
      .whereRef('events.id', '=', 'deliveries.event_id')
      .select(maySee(asText(userId)).as('seen'))
      .select([
        'events.id',
        'events.event',
        'events.created_at as timestamp',
        'events.data',
        'deliveries.status',
        'deliveries.due_at as dueAt',
        'deliveries.batch_id as batchId',
        'deliveries.attempt_count as attemptCount',
        'deliveries.retry_count as retryCount',
        'deliveries.sending_since as sendingSince',
      ])
      .where('deliveries.webhook_id', '=', webhookId)
      .orderBy('deliveries.due_at')
      .orderBy('deliveries.event_id')
      .limit(limit)
  )
}

/** What was not sent yet, or travels alone. */
export const listQueuedAlone = statement((db, queue: Queue) => queueOf(db, queue).where(alone))

export type Queued = RowOf<typeof listQueuedAlone>

/** What was sent together with others. */
export const listQueuedBatched = statement((db, queue: Queue) => queueOf(db, queue).where(batched))

/** All of a batch, which is due at one time. */
export const listQueuedBatch = statement((db, queue: Queue & { batchId: string; dueAt: number }) =>
  queueOf(db, queue)
    .where(batched)
    // As a range: an equation would make SQLite forget that it is not null, and with that the index.
    .where('deliveries.due_at', '>=', queue.dueAt)
    .where('deliveries.due_at', '<=', queue.dueAt)
    .where('deliveries.batch_id', '=', queue.batchId),
)

/** Of an event that the user may no longer see: it is not sent. */
export const dropDelivery = statement((db, { webhookId, eventId }: { webhookId: string; eventId: string }) =>
  db
    .updateTable('deliveries')
    .set({ status: sql.lit<DeliveryStatus>('Failed'), due_at: null, sending_since: null })
    .where('webhook_id', '=', webhookId)
    .where('event_id', '=', eventId),
)

export const beginDelivery = statement(
  (
    db,
    delivery: {
      webhookId: string
      eventId: string
      batchId: string | null
      dueAt: number
      attemptCount: number
      retryCount: number
      sendingSince: string
    },
  ) =>
    db
      .updateTable('deliveries')
      .set({
        batch_id: delivery.batchId,
        due_at: delivery.dueAt,
        attempt_count: delivery.attemptCount,
        retry_count: delivery.retryCount,
        sending_since: delivery.sendingSince,
      })
      .where('webhook_id', '=', delivery.webhookId)
      .where('event_id', '=', delivery.eventId),
)

/** Only while that attempt is the one under way: another worker may have taken over. */
export const finishDelivery = statement(
  (
    db,
    delivery: {
      webhookId: string
      eventId: string
      attemptCount: number
      status: DeliveryStatus
      dueAt: number | null
      responseCode: number | null
    },
  ) =>
    db
      .updateTable('deliveries')
      .set({
        status: delivery.status,
        due_at: delivery.dueAt,
        sending_since: null,
        response_code: sql<number | null>`coalesce(${delivery.responseCode}, response_code)`,
      })
      .where('webhook_id', '=', delivery.webhookId)
      .where('event_id', '=', delivery.eventId)
      .where('attempt_count', '=', delivery.attemptCount)
      .where('sending_since', 'is not', null),
)

export const insertAttempt = statement(
  (
    db,
    attempt: {
      webhookId: string
      eventId: string
      number: number
      startedAt: string
      durationMs: number
      outcome: AttemptOutcome
      responseCode: number | null
      error: string | null
      answer: string | null
    },
  ) =>
    db
      .insertInto('attempts')
      .values({
        webhook_id: attempt.webhookId,
        event_id: attempt.eventId,
        number: attempt.number,
        started_at: attempt.startedAt,
        duration_ms: attempt.durationMs,
        outcome: attempt.outcome,
        response_code: attempt.responseCode,
        error: attempt.error,
        answer: attempt.answer,
      })
      .onConflict((conflict) => conflict.columns(['webhook_id', 'event_id', 'number']).doNothing()),
)

/** Counts an attempt that begins, and extends the lease for it. */
export const countAttempt = statement(
  (db, webhook: { id: string; recentAttempts: string; leasedUntil: number }) =>
    db
      .updateTable('webhooks')
      .set({ recent_attempts: webhook.recentAttempts, leased_until: webhook.leasedUntil })
      .where('id', '=', webhook.id),
)

export const setHealthy = statement((db, { id }: { id: string }) =>
  db
    .updateTable('webhooks')
    .set({ failing_since: null, failed_attempts: 0 })
    .where('id', '=', id)
    .where('failing_since', 'is not', null),
)

export const setFailing = statement((db, { id, now }: { id: string; now: string }) =>
  db
    .updateTable('webhooks')
    .set({
      failing_since: sql<string>`coalesce(failing_since, ${now})`,
      failed_attempts: sql<number>`failed_attempts + 1`,
    })
    .where('id', '=', id)
    .returning(['failing_since as failingSince', 'failed_attempts as failedAttempts']),
)

export const setPaused = statement((db, { id, now, reason }: { id: string; now: string; reason: string }) =>
  db
    .updateTable('webhooks')
    .set({ active: 0, paused_at: now, paused_reason: reason, updated_at: now })
    .where('id', '=', id),
)

/** How many deliveries will be sent, counted up to a limit. */
export const countQueued = statement((db, { limit }: { limit: number }) =>
  db
    .selectFrom((from) =>
      from
        .selectFrom('webhooks')
        .innerJoin('deliveries', 'deliveries.webhook_id', 'webhooks.id')
        .select('deliveries.event_id')
        .where('webhooks.active', '=', sql.lit(1))
        .where('webhooks.deleted_at', 'is', null)
        .where(({ or }) => or([alone, batched]))
        .limit(limit)
        .as('queued'),
    )
    .select((count) => count.fn.countAll<number>().as('length')),
)

/** When the first of them is, or was, due: a look at each webhook's first ones. */
export const findOldestQueued = statement((db) =>
  db
    .selectFrom((from) =>
      from
        .selectFrom('webhooks')
        .select(({ selectFrom }) => [
          selectFrom('deliveries')
            .select('due_at')
            .whereRef('deliveries.webhook_id', '=', 'webhooks.id')
            .where(alone)
            .orderBy('due_at')
            .limit(sql.lit(1))
            .as('alone'),
          selectFrom('deliveries')
            .select('due_at')
            .whereRef('deliveries.webhook_id', '=', 'webhooks.id')
            .where(batched)
            .orderBy('due_at')
            .limit(sql.lit(1))
            .as('batched'),
        ])
        .where('webhooks.active', '=', sql.lit(1))
        .where('webhooks.deleted_at', 'is', null)
        .as('first'),
    )
    .select((least) => [
      least.fn.min<number | null>('first.alone').as('alone'),
      least.fn.min<number | null>('first.batched').as('batched'),
    ]),
)
