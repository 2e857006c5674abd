import type { Webhook, WebhookUpdate } from '@dailies/contract/webhook.ts'
import { isoNow } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { given } from '../given.ts'
import type { Actor } from '../production/membership.ts'
import { checkSettings, toColumns, type WebhookRules } from './check-settings.ts'
import { clearPause, dropUnwanted, updateWebhook } from './queries.ts'
import { requireWebhook, webhookToChange } from './webhook.ts'

/**
 * Changes what is given and keeps the rest. What waits and is not asked for any more is not sent. Switched on, or pointed somewhere else while it is on, it starts well
 * again: a pause and the failures before it are forgotten. Throws `not_found` and `invalid`.
 */
export function changeWebhook(
  db: Database,
  actor: Actor,
  { id, update }: { id: string; update: WebhookUpdate },
  rules: WebhookRules,
): Promise<Webhook> {
  return db.transaction(async (transaction) => {
    const { webhook } = await webhookToChange(transaction, actor, id)
    const changes = given(update)
    const settings = { ...webhook, ...changes }
    await checkSettings(transaction, actor, { settings, given: changes }, rules)
    await transaction.run(updateWebhook, toColumns(id, settings, isoNow()))
    if (changes.events || changes.projectIds || changes.sceneDbIds)
      await transaction.run(dropUnwanted, { id })
    const pointedElsewhere = settings.active && settings.url !== webhook.url
    if (update.active === true || pointedElsewhere) await transaction.run(clearPause, { id })
    return requireWebhook(transaction, actor, id)
  })
}
