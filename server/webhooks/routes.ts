import { endpoints } from '@dailies/contract/endpoints.ts'
import type { Database } from '../db/database.ts'
import { beyondIds } from '../db/id.ts'
import { only, pageOf, pageOfSeen } from '../http/envelope.ts'
import { type Route, route } from '../http/route.ts'
import type { WebhookRules } from './check-settings.ts'
import { createWebhook } from './create.ts'
import { deleteWebhook } from './delete.ts'
import { listDeliveries, readDelivery } from './deliveries.ts'
import { feedCursor, ofFeedCursor, readFeed } from './feed.ts'
import { listWebhooksOfUser } from './queries.ts'
import { replayDeliveries, replayDelivery } from './replay.ts'
import { rotateSecret } from './rotate-secret.ts'
import type { Sender } from './send.ts'
import { sendTest } from './send-test.ts'
import { changeWebhook } from './update.ts'
import { reachesWebhook, requireWebhook, toWebhook } from './webhook.ts'

interface WebhookParts {
  rules: WebhookRules
  sender: Sender
  /** Called once something was queued. */
  queued: () => void
}

export function webhookRoutes(db: Database, { rules, sender, queued }: WebhookParts): Route[] {
  return [
    route(endpoints.listWebhooks, ({ caller, query }) => {
      const { userId } = caller
      return pageOfSeen(
        query,
        async (page) => (await db.all(listWebhooksOfUser, { userId, ...page })).map(toWebhook),
        (webhook) => reachesWebhook(caller, webhook),
      )
    }),

    route(endpoints.createWebhook, async ({ caller, body }) =>
      only(await createWebhook(db, caller, body, { rules, secretBox: sender.secretBox })),
    ),

    route(endpoints.readWebhook, async ({ caller, params }) =>
      only(await requireWebhook(db, caller, params.id)),
    ),

    route(endpoints.updateWebhook, async ({ caller, params, body }) => {
      const webhook = await changeWebhook(db, caller, { id: params.id, update: body }, rules)
      queued()
      return only(webhook)
    }),

    route(endpoints.deleteWebhook, async ({ caller, params: { id } }) => {
      await deleteWebhook(db, caller, id)
      return only({ id })
    }),

    route(endpoints.rotateWebhookSecret, async ({ caller, params, body }) => {
      const rotation = { id: params.id, secret: body.secret }
      return only(await rotateSecret(db, caller, rotation, sender.secretBox))
    }),

    {
      ...route(endpoints.testWebhook, async ({ caller, params, body }) => {
        const wanted = { webhookId: params.id, event: body.event }
        return only(await sendTest(db, caller, wanted, sender))
      }),
      waits: true,
    },

    route(
      endpoints.listDeliveries,
      async ({ caller, params, query: { cursor = beyondIds, limit, status } }) => {
        await requireWebhook(db, caller, params.id)
        const page = { webhookId: params.id, status, before: cursor, limit: limit + 1 }
        return pageOf(await listDeliveries(db, caller, page), limit)
      },
    ),

    route(endpoints.readDelivery, async ({ caller, params }) => {
      await requireWebhook(db, caller, params.id)
      return only(await readDelivery(db, caller, { webhookId: params.id, eventId: params.deliveryId }))
    }),

    route(endpoints.replayDelivery, async ({ caller, params }) => {
      const ids = { webhookId: params.id, eventId: params.deliveryId }
      const delivery = await replayDelivery(db, caller, ids)
      queued()
      return only(delivery)
    }),

    route(endpoints.replayDeliveries, async ({ caller, params, body }) => {
      const result = await replayDeliveries(db, caller, { webhookId: params.id, ...body })
      queued()
      return only(result)
    }),

    route(endpoints.listEvents, async ({ caller, query }) => {
      const since = ofFeedCursor(query.since ?? feedCursor(0))
      const feed = await readFeed(db, caller, { since, limit: query.limit })
      return { data: feed.events, metadata: { nextCursor: feedCursor(feed.next), hasMore: feed.hasMore } }
    }),
  ]
}
