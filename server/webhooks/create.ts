import { randomBytes } from 'node:crypto'
import type { NewWebhook, Webhook } from '@dailies/contract/webhook.ts'
import { newSecretText } from '@dailies/contract/webhook-signature.ts'
import { isoNow } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { newId } from '../db/id.ts'
import { invalid } from '../error.ts'
import type { Actor } from '../production/membership.ts'
import type { SecretBox } from '../secret-box.ts'
import { checkSettings, toColumns, type WebhookRules } from './check-settings.ts'
import { countWebhooksOfUser, insertWebhook, lockOwner } from './queries.ts'
import { requireWebhook } from './webhook.ts'

const mostOfUser = 200

/** Registers a webhook and returns it with its secret: the only time that anyone sees that. Throws `invalid`. */
export function createWebhook(
  db: Database,
  actor: Actor,
  { secret = newSecretText(randomBytes(32)), ...settings }: NewWebhook,
  { rules, secretBox }: { rules: WebhookRules; secretBox: SecretBox },
): Promise<Webhook & { secret: string }> {
  return db.transaction(async (transaction) => {
    // It holds back others who would count at the same time.
    await transaction.first(lockOwner, { userId: actor.userId })
    await checkSettings(transaction, actor, { settings, given: settings }, rules)
    const { userId } = actor
    const registered = await transaction.first(countWebhooksOfUser, { userId })
    if (registered && registered.count >= mostOfUser) {
      throw invalid({}, [`A user has at most ${mostOfUser} webhooks: delete one first`])
    }
    const id = newId()
    await transaction.run(insertWebhook, {
      ...toColumns(id, settings, isoNow()),
      userId,
      secret: secretBox.seal(secret, id),
    })
    transaction.changed({ kind: 'webhook', userId })
    return { ...(await requireWebhook(transaction, actor, id)), secret }
  })
}
