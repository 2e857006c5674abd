import type { Transaction } from '../db/database.ts'
import { deactivateWebhooksOf } from './queries.ts'

/** Nothing of a user's is sent to anybody any more, until they switch their webhooks on again. */
export async function switchOffWebhooksOf(transaction: Transaction, userId: string): Promise<void> {
  await transaction.run(deactivateWebhooksOf, { userId })
}
