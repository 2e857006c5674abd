import type { DeliveryWithAttempts } from '@dailies/contract/webhook.ts'
import type { Database } from '../db/database.ts'
import { firstIdOf, timeOfId } from '../db/id.ts'
import { databaseTime } from '../db/time.ts'
import type { Actor } from '../production/membership.ts'
import { readDelivery } from './deliveries.ts'
import { listEventsToReplay, queueAgain } from './queries.ts'
import { requireWebhook } from './webhook.ts'

const mostAtOnce = 1000

/** Puts a delivery back into the queue with all its retries, whether it had arrived or not. Throws `not_found`. */
export function replayDelivery(
  db: Database,
  actor: Actor,
  { webhookId, eventId }: { webhookId: string; eventId: string },
): Promise<DeliveryWithAttempts> {
  return db.transaction(async (transaction) => {
    const ids = { webhookId, eventId }
    await requireWebhook(transaction, actor, webhookId)
    await readDelivery(transaction, actor, ids)
    transaction.changed({ kind: 'webhook', userId: actor.userId })
    await transaction.run(queueAgain, { ...ids, now: await databaseTime(transaction) })
    return readDelivery(transaction, actor, ids)
  })
}

interface Range {
  webhookId: string
  /** ISO times: the first moment, and the one after the last. */
  from: string
  to?: string | undefined
  /** Undelivered ones failed, or were never queued as the webhook was not there or not active. */
  which: 'undelivered' | 'all'
}

/** Queues the events of a range, at most 1,000; `next` is where to go on. What waits already stays in its place. */
export function replayDeliveries(
  db: Database,
  actor: Actor,
  { webhookId, from, to, which }: Range,
): Promise<{ queued: number; next: string | null }> {
  return db.transaction(async (transaction) => {
    await requireWebhook(transaction, actor, webhookId)
    const now = await databaseTime(transaction)
    const found = await transaction.all(listEventsToReplay, {
      webhookId,
      userId: actor.userId,
      from: firstIdOf(Math.max(0, Date.parse(from))),
      to: firstIdOf(to === undefined ? now + 1 : Math.max(0, Date.parse(to))),
      limit: mostAtOnce + 1,
    })
    const wanted = which === 'all' ? [null, 'Failed', 'Success'] : [null, 'Failed']
    const replayed = found.slice(0, mostAtOnce).filter(({ status }) => wanted.includes(status))
    for (const { id } of replayed) await transaction.run(queueAgain, { webhookId, eventId: id, now })
    transaction.changed({ kind: 'webhook', userId: actor.userId })
    const rest = found[mostAtOnce]
    return { queued: replayed.length, next: rest ? new Date(timeOfId(rest.id)).toISOString() : null }
  })
}
