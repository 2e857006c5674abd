import { isoNow } from '../clock.ts'
import type { Transaction } from '../db/database.ts'
import { deactivateWebhooksOf, deleteWebhooksOf, dropWaiting, lockWebhooksOfUser } from './queries.ts'

/** Nothing of a user's is sent to anybody any more, until they switch their webhooks on again. */
export async function switchOffWebhooksOf(transaction: Transaction, userId: string): Promise<void> {
  transaction.changed({ kind: 'webhook', userId })
  await transaction.run(deactivateWebhooksOf, { userId })
}

/** The same, for good. */
export async function endWebhooksOf(transaction: Transaction, userId: string): Promise<void> {
  await transaction.run(deleteWebhooksOf, { userId, now: isoNow() })
}

/** What waits for somebody's webhooks of a project counts as failed: it is not sent. */
export async function dropWaitingOf(
  transaction: Transaction,
  { projectId, userId }: { projectId: string; userId: string },
): Promise<void> {
  const webhooks = await transaction.all(lockWebhooksOfUser, { userId })
  for (const { id } of webhooks) await transaction.run(dropWaiting, { id, projectId })
}
