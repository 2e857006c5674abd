import { endpoints } from '@dailies/contract/endpoints.ts'
import { isoNow } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { notFound } from '../error.ts'
import { type Route, route } from '../http/route.ts'
import type { WebhookRules } from './check-settings.ts'
import { createWebhook } from './create.ts'
import { listDeliveries, readDelivery } from './deliveries.ts'
import { readFeed } from './feed.ts'
import { listWebhooksOfUser, setDeleted } from './queries.ts'
import { replayDeliveries, replayDelivery } from './replay.ts'
import { rotateSecret } from './rotate-secret.ts'
import type { Sender } from './send.ts'
import { sendTest } from './send-test.ts'
import { changeWebhook } from './update.ts'
import { requireWebhook, toWebhook } from './webhook.ts'

interface WebhookParts {
  rules: WebhookRules
  sender: Sender
  /** Called once something was queued. */
  queued: () => void
}

/** Greater than every id: the first page of a list that goes back in time. */
const end = '~'

export function webhookRoutes(db: Database, { rules, sender, queued }: WebhookParts): Route[] {
  return [
    route(endpoints.listWebhooks, async ({ caller, query: { cursor = end, limit } }) => {
      const page = { userId: caller.userId, before: cursor, limit: limit + 1 }
      return pageOf((await db.all(listWebhooksOfUser, page)).map(toWebhook), limit)
    }),

    route(endpoints.createWebhook, async ({ caller, body }) =>
      only(await createWebhook(db, caller.userId, body, { rules, secretBox: sender.secretBox })),
    ),

    route(endpoints.readWebhook, async ({ caller, params }) =>
      only(await requireWebhook(db, caller.userId, params.id)),
    ),

    route(endpoints.updateWebhook, async ({ caller, params, body }) => {
      const webhook = await changeWebhook(db, caller.userId, { id: params.id, update: body }, rules)
      queued()
      return only(webhook)
    }),

    route(endpoints.deleteWebhook, async ({ caller, params: { id } }) => {
      const row = { id, userId: caller.userId, now: isoNow() }
      const deleted = await db.transaction((transaction) => transaction.run(setDeleted, row))
      if (deleted === 0) throw notFound('Webhook')
      return only({ id })
    }),

    route(endpoints.rotateWebhookSecret, async ({ caller, params, body }) => {
      const rotation = { id: params.id, secret: body.secret }
      return only(await rotateSecret(db, caller.userId, rotation, sender.secretBox))
    }),

    route(endpoints.testWebhook, async ({ caller, params, body }) => {
      const wanted = { webhookId: params.id, event: body.event }
      return only(await sendTest(db, caller.userId, wanted, sender))
    }),

    route(endpoints.listDeliveries, async ({ caller, params, query: { cursor = end, limit, status } }) => {
      await requireWebhook(db, caller.userId, params.id)
      const { userId } = caller
      const page = { webhookId: params.id, userId, status, before: cursor, limit: limit + 1 }
      return pageOf(await listDeliveries(db, page), limit)
    }),

    route(endpoints.readDelivery, async ({ caller, params }) => {
      await requireWebhook(db, caller.userId, params.id)
      const { userId } = caller
      return only(await readDelivery(db, { webhookId: params.id, userId, eventId: params.deliveryId }))
    }),

    route(endpoints.replayDelivery, async ({ caller, params }) => {
      const ids = { webhookId: params.id, userId: caller.userId, eventId: params.deliveryId }
      const delivery = await replayDelivery(db, ids)
      queued()
      return only(delivery)
    }),

    route(endpoints.replayDeliveries, async ({ caller, params, body }) => {
      const result = await replayDeliveries(db, caller.userId, { webhookId: params.id, ...body })
      queued()
      return only(result)
    }),

    route(endpoints.listEvents, async ({ caller, query }) => {
      const since = Number(query.since ?? 0)
      const feed = await readFeed(db, { userId: caller.userId, since, limit: query.limit })
      return { data: feed.events, metadata: { nextCursor: String(feed.next), hasMore: feed.hasMore } }
    }),
  ]
}

function only<T>(data: T) {
  return { data, metadata: {} }
}

/** Of `limit + 1` rows the last one only tells that there is another page. */
function pageOf<T extends { id: string }>(rows: T[], limit: number) {
  const data = rows.slice(0, limit)
  const nextCursor = rows.length > limit ? (data.at(-1)?.id ?? null) : null
  return { data, metadata: { nextCursor } }
}
