import type { Webhook } from '@dailies/contract/webhook.ts'
import type { Connection, Transaction } from '../db/database.ts'
import { ofListColumn } from '../db/json-column.ts'
import { notFound } from '../error.ts'
import { type Actor, reaches } from '../production/membership.ts'
import { findWebhookOfUser, lockWebhookOfUser } from './queries.ts'

/** The actor's webhook; throws `not_found` for one that is missing, another user's or out of reach. */
export async function requireWebhook(db: Connection, actor: Actor, id: string): Promise<Webhook> {
  return withinReach(actor, await db.first(findWebhookOfUser, { id, userId: actor.userId })).webhook
}

/** The same with its sealed secret, held until the transaction ends. */
export async function webhookToChange(transaction: Transaction, actor: Actor, id: string) {
  const { webhook, row } = withinReach(
    actor,
    await transaction.first(lockWebhookOfUser, { id, userId: actor.userId }),
  )
  transaction.changed({ kind: 'webhook', userId: actor.userId })
  return { webhook, secret: row.secret }
}

function withinReach<Row extends WebhookRow>(actor: Actor, row: Row | undefined) {
  const webhook = row && toWebhook(row)
  if (!webhook || !reachesWebhook(actor, webhook)) throw notFound('Webhook')
  return { webhook, row }
}

/** Whether all that the webhook hears of is within reach. */
export function reachesWebhook(actor: Actor, { projectIds }: { projectIds: string[] }): boolean {
  if (actor.projectIds.length === 0) return true
  return projectIds.length > 0 && projectIds.every((id) => reaches(actor, id))
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
