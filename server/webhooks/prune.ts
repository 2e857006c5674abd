import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../db/database.ts'
import { beyondIds, firstIdOf } from '../db/id.ts'
import {
  deleteAttemptsOf,
  deleteDeliveriesOf,
  deleteEvents,
  deleteWebhook,
  listDeliveriesToPrune,
  listEventsToPrune,
  listWebhooksToPrune,
} from './prune-queries.ts'

/** Rows of a step: few enough that nobody waits long for its transaction. */
const stepSize = 200
const restBetweenSteps = 20

/**
 * Removes what is older than `before` (milliseconds): deliveries with their attempts, and events; and deleted webhooks
 * with all that is theirs. What still waits to be sent is kept, however old it is, while its webhook is active.
 * `signal` ends it after the step under way; what is left goes the next time.
 */
export async function prune(db: Database, before: number, signal?: AbortSignal): Promise<void> {
  const oldest = firstIdOf(Math.max(0, before))
  await forEach(
    (after) => db.all(listWebhooksToPrune, { after, before: oldest, limit: stepSize }),
    (webhook) => pruneWebhook(db, webhook, oldest, signal),
    signal,
  )
  await pruneEvents(db, oldest, signal)
}

/** All rows of a table in the order of their ids, a page at a time. */
async function forEach<Row extends { id: string }>(
  pageAfter: (id: string) => Promise<Row[]>,
  work: (row: Row) => Promise<void>,
  signal: AbortSignal | undefined,
): Promise<void> {
  for (let after = ''; ; ) {
    const rows = signal?.aborted ? [] : await pageAfter(after)
    for (const row of rows) if (!signal?.aborted) await work(row)
    const last = rows.at(-1)
    if (!last) return
    after = last.id
  }
}

async function pruneWebhook(
  db: Database,
  { id, active, deletedAt }: { id: string; active: number; deletedAt: string | null },
  oldest: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const isDeleted = deletedAt !== null
  const limits = {
    webhookId: id,
    before: isDeleted ? beyondIds : oldest,
    keepQueued: active,
    limit: stepSize,
  }
  const pruneDeliveries = () =>
    db.longTransaction(async (transaction) => {
      const found = await transaction.all(listDeliveriesToPrune, limits)
      const eventIds = JSON.stringify(found.map(({ eventId }) => eventId))
      await transaction.run(deleteAttemptsOf, { webhookId: id, eventIds })
      await transaction.run(deleteDeliveriesOf, { webhookId: id, eventIds })
      return found.length
    })
  await inSteps(pruneDeliveries, signal)
  if (signal?.aborted) return
  // One that was deleted long ago: a capture that was under way then may have queued one more delivery.
  if (isDeleted && deletedAt < new Date(Date.now() - 3_600_000).toISOString()) {
    await db.transaction((transaction) => transaction.run(deleteWebhook, { id }))
  }
}

async function pruneEvents(db: Database, oldest: string, signal: AbortSignal | undefined): Promise<void> {
  let after = ''
  const step = () =>
    db.longTransaction(async (transaction) => {
      const found = await transaction.all(listEventsToPrune, { after, before: oldest, limit: stepSize })
      const last = found.at(-1)
      if (!last) return 0
      await transaction.run(deleteEvents, { ids: JSON.stringify(found.map(({ id }) => id)) })
      after = last.id
      return found.length
    })
  await inSteps(step, signal)
}

async function inSteps(step: () => Promise<number>, signal: AbortSignal | undefined): Promise<void> {
  while (!signal?.aborted && (await step()) === stepSize) await sleep(restBetweenSteps)
}
