import { randomBytes } from 'node:crypto'
import type { Webhook } from '@dailies/contract/webhook.ts'
import { newSecretText } from '@dailies/contract/webhook-signature.ts'
import type { Database } from '../db/database.ts'
import type { Actor } from '../production/membership.ts'
import type { SecretBox } from '../secret-box.ts'
import { setSecret } from './queries.ts'
import { requireWebhook, webhookToChange } from './webhook.ts'

const overlap = 24 * 60 * 60 * 1000

/** Gives a webhook a new secret, and returns it this once. The one before signs along for 24 hours. */
export function rotateSecret(
  db: Database,
  actor: Actor,
  { id, secret = newSecretText(randomBytes(32)) }: { id: string; secret?: string | undefined },
  secretBox: SecretBox,
): Promise<Webhook & { secret: string }> {
  return db.transaction(async (transaction) => {
    const before = await webhookToChange(transaction, actor, id)
    const now = Date.now()
    await transaction.run(setSecret, {
      id,
      secret: secretBox.seal(secret, id),
      previousSecret: before.secret,
      previousSecretUntil: new Date(now + overlap).toISOString(),
      now: new Date(now).toISOString(),
    })
    return { ...(await requireWebhook(transaction, actor, id)), secret }
  })
}
