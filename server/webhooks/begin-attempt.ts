import type { Connection, Database, Transaction } from '../db/database.ts'
import { newId } from '../db/id.ts'
import type { SendableEvent } from './bodies/sendable-event.ts'
import {
  beginDelivery,
  countAttempt,
  dropDelivery,
  insertAttempt,
  listQueuedAlone,
  listQueuedBatch,
  listQueuedBatched,
  lockWebhook,
  type Queued,
  releaseWebhook,
} from './delivery-queries.ts'
import { whenAllowed, withAttempt } from './rate.ts'

/** Milliseconds since 1970 by the clock of the database, which all workers share (`databaseTime`). */
export type Clock = (connection: Connection) => number | Promise<number>

/** How long a worker may be silent before another takes its webhooks over. */
export const leaseMilliseconds = 10_000

const longestBatch = 100
const largestBatch = 1024 ** 2

export interface Begun {
  webhook: {
    id: string
    userId: string
    url: string
    template: string | null
    secret: string
    previousSecret: string | null
  }
  deliveries: (SendableEvent & { attempt: number; retryCount: number; firstRound: boolean })[]
  /** What was sent together before is sent together again; null for an event that travels alone. */
  batchId: string | null
  /** Milliseconds. */
  startedAt: number
}

/**
 * Takes what is next in a leased webhook's queue and counts the attempt, in one transaction. Nothing, and the lease
 * ends, when nothing is due, the rate limit is reached (`limited` is told for how many milliseconds) or the webhook is not for sending
 * any more.
 */
export function beginAttempt(
  db: Database,
  {
    webhookId,
    leaseId,
    clock,
    limited,
  }: { webhookId: string; leaseId: string; clock: Clock; limited?: (milliseconds: number) => void },
): Promise<Begun | undefined> {
  return db.transaction(async (transaction) => {
    const webhook = await transaction.first(lockWebhook, { id: webhookId })
    if (webhook?.leasedBy !== leaseId) return undefined

    const now = await clock(transaction)
    const recent = JSON.parse(webhook.recentAttempts) as number[]
    const resumeAt = whenAllowed(recent, now)
    const isOpen = webhook.active === 1 && webhook.deletedAt === null && resumeAt <= now
    const next = isOpen ? await nextSeen(transaction, webhook, now) : []
    if (next.length === 0) {
      await transaction.run(releaseWebhook, { id: webhookId, leaseId, resumeAt })
      if (resumeAt > now) limited?.(resumeAt - now)
      return undefined
    }

    transaction.changed({ kind: 'webhook', userId: webhook.userId })
    const batchId = next[0]?.batchId ?? (webhook.batchEvents > 1 ? newId() : null)
    // One time for all of them, so that a batch stays one; and it has come, should this attempt be interrupted.
    const dueAt = Math.min(next[0]?.dueAt as number, now)
    const deliveries = []
    for (const delivery of next) {
      const together = { ...delivery, batchId, dueAt }
      deliveries.push(await begin(transaction, webhookId, together, now))
    }
    await transaction.run(countAttempt, {
      id: webhookId,
      recentAttempts: JSON.stringify(withAttempt(recent, now)),
      leasedUntil: now + leaseMilliseconds,
    })
    return { webhook: signedAt(webhook, now), deliveries, batchId, startedAt: now }
  })
}

/** The webhook with the secrets that sign at that time: the one before a rotation for a day. */
export function signedAt<T extends { previousSecret: string | null; previousSecretUntil: string | null }>(
  webhook: T,
  now: number,
): T {
  const until = webhook.previousSecretUntil
  return until !== null && until > new Date(now).toISOString()
    ? webhook
    : { ...webhook, previousSecret: null }
}

/** What is next of what the user may see at this moment; the rest of the queue before it is dropped. */
async function nextSeen(
  transaction: Transaction,
  webhook: { id: string; userId: string; batchEvents: number },
  now: number,
): Promise<Queued[]> {
  for (;;) {
    const next = await nextDeliveries(transaction, webhook, now)
    const unseen = next.filter(({ seen }) => !seen)
    if (unseen.length === 0) return next
    for (const { id } of unseen) await transaction.run(dropDelivery, { webhookId: webhook.id, eventId: id })
  }
}

/** One event, or those that make the next batch. */
async function nextDeliveries(
  transaction: Transaction,
  { id: webhookId, userId, batchEvents }: { id: string; userId: string; batchEvents: number },
  now: number,
): Promise<Queued[]> {
  const queue = { webhookId, userId }
  const isDue = (delivery: Queued | undefined) => delivery !== undefined && (delivery.dueAt as number) <= now
  const alone = await transaction.all(listQueuedAlone, { ...queue, limit: Math.max(1, batchEvents) })
  const [again] = await transaction.all(listQueuedBatched, { ...queue, limit: 1 })
  const [first] = alone
  if (again && isDue(again) && !(first && isDue(first) && isBefore(first, again))) {
    const { batchId, dueAt } = again as { batchId: string; dueAt: number }
    return transaction.all(listQueuedBatch, { ...queue, batchId, dueAt, limit: longestBatch })
  }
  const isFull = batchEvents > 1 && alone.length >= batchEvents
  return isDue(first) || isFull ? withinSize(alone) : []
}

function isBefore(one: Queued, other: Queued): boolean {
  const [due, otherDue] = [one.dueAt as number, other.dueAt as number]
  return due < otherDue || (due === otherDue && one.id < other.id)
}

/** As many as make a body of about a mebibyte, and one at least. */
function withinSize(deliveries: Queued[]): Queued[] {
  let size = 0
  const tooLarge = deliveries.findIndex(({ data }, index) => {
    size += data.length
    return index > 0 && size > largestBatch
  })
  return tooLarge === -1 ? deliveries : deliveries.slice(0, tooLarge)
}

async function begin(
  transaction: Transaction,
  webhookId: string,
  queued: Queued & { dueAt: number },
  now: number,
): Promise<Begun['deliveries'][number]> {
  const { id, event, timestamp, data, status, attemptCount, retryCount, sendingSince } = queued
  const { batchId, dueAt } = queued
  if (sendingSince !== null) await recordInterrupted(transaction, webhookId, id, attemptCount, sendingSince)
  // One that was interrupted is no fault of the receiver's: it is made again and counts as the same try.
  const retries = status === 'Retrying' && sendingSince === null ? retryCount + 1 : retryCount
  const attempt = attemptCount + 1
  await transaction.run(beginDelivery, {
    webhookId,
    eventId: id,
    batchId,
    dueAt,
    attemptCount: attempt,
    retryCount: retries,
    sendingSince: new Date(now).toISOString(),
  })
  return { id, event, timestamp, data, attempt, retryCount: retries, firstRound: attempt === retries + 1 }
}

/** The worker that began it ended before it had an answer; the receiver may have had the event or not. */
async function recordInterrupted(
  transaction: Transaction,
  webhookId: string,
  eventId: string,
  number: number,
  startedAt: string,
): Promise<void> {
  await transaction.run(insertAttempt, {
    webhookId,
    eventId,
    number,
    startedAt,
    durationMs: 0,
    outcome: 'interrupted',
    responseCode: null,
    error: 'The worker ended before the answer came',
    answer: null,
  })
}
