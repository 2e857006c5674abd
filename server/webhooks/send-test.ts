import type { EventName } from '@dailies/contract/event.ts'
import type { DeliveryWithAttempts } from '@dailies/contract/webhook.ts'
import type { Database } from '../db/database.ts'
import { newId, timeOfId } from '../db/id.ts'
import { databaseTime, nextId } from '../db/time.ts'
import { notFound, tooManyRequests } from '../error.ts'
import type { Actor } from '../production/membership.ts'
import { type Begun, signedAt } from './begin-attempt.ts'
import { sampleEvent } from './bodies/samples.ts'
import { readDelivery } from './deliveries.ts'
import { countAttempt, lockWebhook } from './delivery-queries.ts'
import { insertEvent } from './event-queries.ts'
import { outsideTheFeed } from './feed.ts'
import { finishAttempt } from './finish-attempt.ts'
import { insertTestDelivery } from './queries.ts'
import { whenAllowed, withAttempt } from './rate.ts'
import { lastRetry } from './retry.ts'
import { type Sender, send } from './send.ts'
import { requireWebhook } from './webhook.ts'

/**
 * Sends a test event past the queue, once, to an inactive webhook too, and returns how it went: a failure does not
 * bring a webhook nearer to its pause. Throws `not_found`, and `too_many_requests` when the rate limit of the webhook is
 * reached.
 */
export async function sendTest(
  db: Database,
  actor: Actor,
  {
    webhookId,
    event = 'webhook.test',
  }: { webhookId: string; event?: EventName | 'webhook.test' | undefined },
  sender: Sender,
): Promise<DeliveryWithAttempts> {
  const begun = await beginTest(db, actor, webhookId, event)
  const posted = await send(begun, sender)
  await finishAttempt(db, { begun, posted, clock: databaseTime })
  return readDelivery(db, actor, { webhookId, eventId: begun.deliveries[0]?.id as string })
}

function beginTest(
  db: Database,
  actor: Actor,
  webhookId: string,
  event: EventName | 'webhook.test',
): Promise<Begun> {
  return db.transaction(async (transaction) => {
    const webhook = await transaction.first(lockWebhook, { id: webhookId })
    await requireWebhook(transaction, actor, webhookId)
    if (!webhook) throw notFound('Webhook')
    const { userId } = actor
    const id = await nextId(transaction)
    const now = timeOfId(id)
    const recent = JSON.parse(webhook.recentAttempts) as number[]
    const wait = whenAllowed(recent, now) - now
    if (wait > 0) throw tooManyRequests('Too many requests', Math.ceil(wait / 1000))

    transaction.changed({ kind: 'webhook', userId })
    const timestamp = new Date(now).toISOString()
    const data = JSON.stringify(sampleEvent(event).data)
    const batchId = webhook.batchEvents > 1 ? newId() : null
    const place = { projectId: null, sceneDbId: null, position: outsideTheFeed }
    await transaction.run(insertEvent, { id, userId, event, createdAt: timestamp, data, ...place })
    await transaction.run(insertTestDelivery, { webhookId, eventId: id, batchId, sendingSince: timestamp })
    await transaction.run(countAttempt, {
      id: webhookId,
      recentAttempts: JSON.stringify(withAttempt(recent, now)),
      leasedUntil: webhook.leasedUntil,
    })
    const delivery = { id, event, timestamp, data, attempt: 1, retryCount: lastRetry, firstRound: false }
    return { webhook: signedAt(webhook, now), deliveries: [delivery], batchId, startedAt: now }
  })
}
