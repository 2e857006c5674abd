import { z } from 'zod'
import { cursor, type Endpoint, limit, one, page } from './endpoint.ts'
import { eventName, identifiedEvent } from './event.ts'
import { id, moment } from './text.ts'
import {
  delivery,
  deliveryStatus,
  deliveryWithAttempts,
  newSecret,
  newWebhook,
  webhook,
  webhookUpdate,
  webhookWithSecret,
} from './webhook.ts'

const params = z.object({ id: id.meta({ description: 'Of the webhook' }) })
const deliveryParams = params.extend({ deliveryId: id.meta({ description: 'Of the delivery' }) })

/** Registration, management and log of webhooks, and the feed. docs/interface.md, "Webhook management". */
export const webhookEndpoints = {
  listWebhooks: {
    method: 'GET',
    path: '/api/webhooks',
    tag: 'Webhooks',
    permission: 'webhooks',
    summary: "List the user's webhooks",
    description: 'The newest first.',
    query: z.object({ cursor, limit }),
    reply: page(webhook),
    errors: [400, 401],
  },
  createWebhook: {
    method: 'POST',
    path: '/api/webhooks',
    tag: 'Webhooks',
    permission: 'webhooks',
    summary: 'Register a webhook',
    description: 'The answer holds the signing secret: the only time that it is shown.',
    body: newWebhook,
    status: 201,
    reply: one(webhookWithSecret),
    errors: [400, 401],
  },
  readWebhook: {
    method: 'GET',
    path: '/api/webhooks/{id}',
    tag: 'Webhooks',
    permission: 'webhooks',
    summary: 'Read a webhook',
    params,
    reply: one(webhook),
    errors: [401, 404],
  },
  updateWebhook: {
    method: 'PATCH',
    path: '/api/webhooks/{id}',
    tag: 'Webhooks',
    permission: 'webhooks',
    summary: 'Change a webhook',
    description:
      'What is left out stays as it is. `active: true` switches a paused one on again; what waited is then sent. What waits and is not asked for any more (`events`, `projectIds`, `sceneDbIds`) is not sent: it has failed.',
    params,
    body: webhookUpdate,
    reply: one(webhook),
    errors: [400, 401, 404],
  },
  deleteWebhook: {
    method: 'DELETE',
    path: '/api/webhooks/{id}',
    tag: 'Webhooks',
    permission: 'webhooks',
    summary: 'Delete a webhook with its log',
    description: 'What waits for it is not sent any more.',
    params,
    reply: one(z.object({ id: z.string() })),
    errors: [401, 404],
  },
  rotateWebhookSecret: {
    method: 'POST',
    path: '/api/webhooks/{id}/rotate-secret',
    tag: 'Webhooks',
    permission: 'webhooks',
    summary: 'Give a webhook a new secret',
    description: 'For 24 hours the old secret signs along with the new one. The answer holds the new one.',
    params,
    body: newSecret.prefault({}),
    reply: one(webhookWithSecret),
    errors: [400, 401, 404],
  },
  testWebhook: {
    method: 'POST',
    path: '/api/webhooks/{id}/test',
    tag: 'Webhooks',
    permission: 'webhooks',
    summary: 'Send a test event and tell how it went',
    description:
      'Sent at once and tried once, to an inactive webhook too. `webhook.test`, unless `event` names one to send a sample of.',
    params,
    body: z.object({ event: eventName.optional() }).prefault({}),
    reply: one(deliveryWithAttempts),
    errors: [400, 401, 404, 429],
  },
  listDeliveries: {
    method: 'GET',
    path: '/api/webhooks/{id}/deliveries',
    tag: 'Webhooks',
    permission: 'webhooks',
    summary: 'List what was sent, or waits to be sent, to a webhook',
    description: 'The newest event first.',
    params,
    query: z.object({ cursor, limit, status: deliveryStatus.optional() }),
    reply: page(delivery),
    errors: [400, 401, 404],
  },
  readDelivery: {
    method: 'GET',
    path: '/api/webhooks/{id}/deliveries/{deliveryId}',
    tag: 'Webhooks',
    permission: 'webhooks',
    summary: 'Read a delivery with its payload and every attempt',
    params: deliveryParams,
    reply: one(deliveryWithAttempts),
    errors: [401, 404],
  },
  replayDelivery: {
    method: 'POST',
    path: '/api/webhooks/{id}/deliveries/{deliveryId}/replay',
    tag: 'Webhooks',
    permission: 'webhooks',
    summary: 'Send a delivery again',
    description: 'With the same id, whether it had arrived or not. It joins the queue with all its retries.',
    params: deliveryParams,
    reply: one(deliveryWithAttempts),
    errors: [401, 404],
  },
  replayDeliveries: {
    method: 'POST',
    path: '/api/webhooks/{id}/replay',
    tag: 'Webhooks',
    permission: 'webhooks',
    summary: 'Send the events of a time range again',
    description:
      'Those that match what the webhook asks for today, oldest first: `undelivered` ones (failed, or never queued because the webhook was not there or not active), or `all`. At most 1,000 at a call; `data.next` is then the `from` of the next call.',
    params,
    body: z.object({
      from: moment.meta({ description: 'The first moment' }),
      to: moment.optional().meta({ description: 'The moment after the last; now when left out' }),
      which: z.enum(['undelivered', 'all']).default('undelivered'),
    }),
    reply: one(
      z.object({
        queued: z.int().meta({ description: 'How many deliveries joined the queue' }),
        next: z.string().nullable().meta({ description: 'Where to go on; null when the range is done' }),
      }),
    ),
    errors: [400, 401, 404],
  },
  listEvents: {
    method: 'GET',
    path: '/api/events',
    tag: 'Events',
    permission: 'read',
    summary: "Read the user's events in order",
    description:
      'For whoever cannot receive webhooks. Without `since` from the oldest that is kept (30 days unless the operator chose otherwise). Ask again with `since` set to `metadata.nextCursor`; nothing is left out or listed twice.',
    query: z.object({
      since: z
        .string()
        .regex(/^(?:p[0-9]{1,16}|[0-9]{1,15})$/, 'Must be the nextCursor of an earlier answer')
        .optional()
        .meta({ description: '`metadata.nextCursor` of the answer before' }),
      limit,
    }),
    reply: z.object({
      data: z.array(identifiedEvent),
      metadata: z.object({
        nextCursor: z.string().meta({ description: 'Where to go on, now or later' }),
        hasMore: z.boolean().meta({ description: 'Whether there is more right now' }),
      }),
    }),
    errors: [400, 401],
  },
} as const satisfies Record<string, Endpoint>
