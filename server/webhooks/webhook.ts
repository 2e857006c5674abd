import type { Webhook } from '@dailies/contract/webhook.ts'
import type { Connection, Transaction } from '../db/database.ts'
import { notFound } from '../error.ts'
import { findWebhookOfUser, lockWebhookOfUser } from './queries.ts'

/** The user's webhook; throws `not_found` for one that is missing or another user's. */
export async function requireWebhook(db: Connection, userId: string, id: string): Promise<Webhook> {
  const row = await db.first(findWebhookOfUser, { id, userId })
  if (!row) throw notFound('Webhook')
  return toWebhook(row)
}

/** The same with its sealed secret, held until the transaction ends. */
export async function webhookToChange(transaction: Transaction, userId: string, id: string) {
  const row = await transaction.first(lockWebhookOfUser, { id, userId })
  if (!row) throw notFound('Webhook')
  return { webhook: toWebhook(row), secret: row.secret }
}

interface WebhookRow {
  id: string
  url: string
  description: string | null
  events: string
  projectIds: string | null
  sceneDbIds: string | null
  template: string | null
  batchEvents: number
  batchSeconds: number
  active: number
  pausedAt: string | null
  pausedReason: string | null
  failingSince: string | null
  previousSecretUntil: string | null
  createdAt: string
  updatedAt: string
}

/** A row as the contract shows it. */
export function toWebhook(row: WebhookRow): Webhook {
  return {
    id: row.id,
    url: row.url,
    description: row.description,
    events: JSON.parse(row.events),
    active: row.active === 1,
    projectIds: row.projectIds === null ? [] : JSON.parse(row.projectIds),
    sceneDbIds: row.sceneDbIds === null ? [] : JSON.parse(row.sceneDbIds),
    template: row.template === null ? null : JSON.parse(row.template),
    batching: row.batchEvents > 1 ? { maxEvents: row.batchEvents, maxSeconds: row.batchSeconds } : null,
    failingSince: row.failingSince,
    pausedAt: row.pausedAt,
    pausedReason: row.pausedReason,
    previousSecretExpiresAt: row.previousSecretUntil,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  }
}
