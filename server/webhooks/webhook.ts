import type { Webhook } from '@dailies/contract/webhook.ts'
import type { Connection, Transaction } from '../db/database.ts'
import { ofListColumn } from '../db/json-column.ts'
import { notFound } from '../error.ts'
import { type Owner, reaches } from '../production/ownership.ts'
import { findWebhookOfUser, lockWebhookOfUser } from './queries.ts'

/** The owner's webhook; throws `not_found` for one that is missing, another user's or out of reach. */
export async function requireWebhook(db: Connection, owner: Owner, id: string): Promise<Webhook> {
  return withinReach(owner, await db.first(findWebhookOfUser, { id, userId: owner.userId })).webhook
}

/** The same with its sealed secret, held until the transaction ends. */
export async function webhookToChange(transaction: Transaction, owner: Owner, id: string) {
  const { webhook, row } = withinReach(
    owner,
    await transaction.first(lockWebhookOfUser, { id, userId: owner.userId }),
  )
  return { webhook, secret: row.secret }
}

function withinReach<Row extends WebhookRow>(owner: Owner, row: Row | undefined) {
  const webhook = row && toWebhook(row)
  if (!webhook || !reachesWebhook(owner, webhook)) throw notFound('Webhook')
  return { webhook, row }
}

/** Whether all that the webhook hears of is within reach. */
export function reachesWebhook(owner: Owner, { projectIds }: { projectIds: string[] }): boolean {
  if (owner.projectIds.length === 0) return true
  return projectIds.length > 0 && projectIds.every((id) => reaches(owner, id))
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
    projectIds: ofListColumn(row.projectIds),
    sceneDbIds: ofListColumn(row.sceneDbIds),
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
