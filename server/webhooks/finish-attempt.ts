import type { Database, Transaction } from '../db/database.ts'
import { notify } from '../inbox/notify.ts'
import type { Begun, Clock } from './begin-attempt.ts'
import { finishDelivery, insertAttempt, setFailing, setHealthy, setPaused } from './delivery-queries.ts'
import type { Posted } from './post.ts'
import { nextRetryAt } from './retry.ts'

/** Fewer failures than these pause no webhook, however long ago the first was. */
const leastFailedAttempts = 10

export interface PauseRule {
  /** Milliseconds without a single success. */
  pauseAfter: number
}

/**
 * Records what became of an attempt, in one transaction: the log, the next try or the end, and whether the webhook is
 * well, failing, or has failed for so long that it is paused. Without a rule a failure tells nothing of the webhook.
 */
export function finishAttempt(
  db: Database,
  { begun, posted, clock }: { begun: Begun; posted: Posted; clock: Clock },
  rule?: PauseRule,
): Promise<void> {
  return db.transaction(async (transaction) => {
    const now = await clock(transaction)
    const delivered = posted.outcome === 'delivered'
    // Once for all of them, so that a batch stays one.
    const retries = Math.max(...begun.deliveries.map(({ retryCount }) => retryCount))
    const retryAt = delivered ? undefined : nextRetryAt(retries, now)
    let own = 0
    for (const delivery of begun.deliveries)
      own += await finish(transaction, begun, delivery, posted, retryAt)
    // None when this was written down already, or the lease ran out and another worker sends it now.
    if (own === 0) return
    transaction.changed({ kind: 'webhook', userId: begun.webhook.userId })
    if (delivered) await transaction.run(setHealthy, { id: begun.webhook.id })
    else if (rule) await countFailure(transaction, begun.webhook, posted, now, rule)
  })
}

async function finish(
  transaction: Transaction,
  { webhook, startedAt }: Begun,
  { id: eventId, attempt }: Begun['deliveries'][number],
  posted: Posted,
  retryAt: number | undefined,
): Promise<number> {
  const { outcome, responseCode, error, answer, durationMs } = posted
  const failed = retryAt === undefined ? 'Failed' : 'Retrying'
  const own = await transaction.run(finishDelivery, {
    webhookId: webhook.id,
    eventId,
    attemptCount: attempt,
    status: outcome === 'delivered' ? 'Success' : failed,
    dueAt: retryAt ?? null,
    responseCode,
  })
  if (own === 0) return 0
  await transaction.run(insertAttempt, {
    webhookId: webhook.id,
    eventId,
    number: attempt,
    startedAt: new Date(startedAt).toISOString(),
    durationMs,
    outcome,
    responseCode,
    error,
    answer,
  })
  return own
}

async function countFailure(
  transaction: Transaction,
  { id, userId }: Begun['webhook'],
  { error, outcome }: Posted,
  now: number,
  { pauseAfter }: PauseRule,
): Promise<void> {
  const nowText = new Date(now).toISOString()
  const failing = await transaction.first(setFailing, { id, now: nowText })
  if (!failing?.failingSince || failing.failedAttempts < leastFailedAttempts) return
  if (now - Date.parse(failing.failingSince) < pauseAfter) return
  const reason = `Every attempt since ${failing.failingSince} failed, the last with: ${error ?? outcome}`
  await transaction.run(setPaused, { id, now: nowText, reason })
  await notify(transaction, { kind: 'webhook.paused', to: [userId], by: null, webhookId: id })
}
