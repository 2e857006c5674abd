import type { Delivery, DeliveryStatus, DeliveryWithAttempts } from '@dailies/contract/webhook.ts'
import type { Connection } from '../db/database.ts'
import { listColumn } from '../db/json-column.ts'
import { notFound } from '../error.ts'
import type { Actor } from '../production/membership.ts'
import {
  findDelivery,
  listAttempts,
  listDeliveriesOfWebhook,
  listDeliveriesOfWebhookByStatus,
  listFailedDeliveriesOfWebhook,
} from './queries.ts'

interface Page {
  webhookId: string
  status: DeliveryStatus | undefined
  before: string
  limit: number
}

/** A page of the log, the newest event first. A webhook that heard of more projects once has those of others, too. */
export async function listDeliveries(
  db: Connection,
  actor: Actor,
  { status, ...rest }: Page,
): Promise<Delivery[]> {
  const page = { ...rest, userId: actor.userId, reach: listColumn(actor.projectIds) }
  const rows = !status
    ? await db.all(listDeliveriesOfWebhook, page)
    : status === 'Failed'
      ? await db.all(listFailedDeliveriesOfWebhook, page)
      : await db.all(listDeliveriesOfWebhookByStatus, { ...page, status })
  return rows.map(toDelivery)
}

/** A delivery with what was, or is to be, sent and every attempt. Throws `not_found`. */
export async function readDelivery(
  db: Connection,
  actor: Actor,
  ids: { webhookId: string; eventId: string },
): Promise<DeliveryWithAttempts> {
  const row = await db.first(findDelivery, {
    ...ids,
    userId: actor.userId,
    reach: listColumn(actor.projectIds),
  })
  if (!row) throw notFound('Delivery')
  const { event, timestamp, data } = row
  return {
    ...toDelivery(row),
    payload: { event, timestamp, data: JSON.parse(data) },
    attempts: await db.all(listAttempts, ids),
  }
}

function toDelivery(row: {
  id: string
  webhookId: string
  event: string
  timestamp: string
  status: DeliveryStatus
  responseCode: number | null
  retryCount: number
  dueAt: number | null
}): Delivery {
  const { id, webhookId, event, timestamp, status, responseCode, retryCount, dueAt } = row
  const nextAttemptAt = dueAt === null ? null : new Date(dueAt).toISOString()
  return { id, webhookId, event, timestamp, status, responseCode, retryCount, nextAttemptAt }
}
