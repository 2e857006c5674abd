import { isoNow } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { Actor } from '../production/membership.ts'
import { setDeleted } from './queries.ts'
import { webhookToChange } from './webhook.ts'

/** Ends a webhook: nothing is sent to it any more, and its log goes soon (prune.ts). Throws `not_found`. */
export function deleteWebhook(db: Database, actor: Actor, id: string): Promise<void> {
  return db.transaction(async (transaction) => {
    await webhookToChange(transaction, actor, id)
    await transaction.run(setDeleted, { id, now: isoNow() })
  })
}
