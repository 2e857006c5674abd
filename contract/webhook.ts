import { z } from 'zod'
import { eventEnvelope, eventName } from './event.ts'
import { ofArray, ofText } from './length.ts'
import { id, text, timestamp } from './text.ts'

const url = text(2048)
  .refine((value) => /^https?:\/\//i.test(value) && URL.canParse(value), 'Invalid URL')
  .meta({ format: 'uri', description: 'HTTPS; HTTP in development mode only' })

const events = z
  .array(eventName)
  .min(1, ofArray('Must be at least one event'))
  .max(20, ofArray('Must be at most 20 events'))
  .transform((names) => [...new Set(names)])
  .meta({ description: 'What it wants to hear of' })

const ids = (what: string) =>
  z
    .array(id)
    .max(100, ofArray('Must be at most 100 ids'))
    .transform((values) => [...new Set(values)])
    .meta({ description: `Only events of these ${what}; all when empty` })

/** The form of the body, when it is not the envelope. */
export const webhookTemplate = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('slack') }),
    z.object({ type: z.literal('discord') }),
    z.object({
      type: z.literal('custom'),
      body: text(10_000)
        .min(1, ofText('Required'))
        .meta({ description: 'A Mustache template that renders to JSON' }),
    }),
  ])
  .meta({ id: 'WebhookTemplate' })

export type WebhookTemplate = z.output<typeof webhookTemplate>

/** Up to `maxEvents` in one POST, which is sent `maxSeconds` after the first of them at the latest. */
export const webhookBatching = z
  .object({
    maxEvents: z.int().min(2, 'Must be 2 or more').max(100, 'Must be 100 or less'),
    maxSeconds: z.int().min(1, 'Must be 1 or more').max(3600, 'Must be 3600 or less'),
  })
  .meta({ id: 'WebhookBatching' })

/** A signing secret: generated when none is given. */
const secret = z
  .string()
  .regex(/^[\x21-\x7e]{16,200}$/, 'Must be 16 to 200 printable ASCII characters without spaces')
  .meta({ description: 'Signs what is sent; generated when left out' })

const settings = z.object({
  url,
  description: text(500).nullable().meta({ description: 'For people' }),
  events,
  active: z.boolean().meta({ description: 'Nothing is sent or gathered for an inactive one' }),
  projectIds: ids('projects'),
  sceneDbIds: ids('scenes (their `id`)'),
  template: webhookTemplate.nullable().meta({ description: 'null: the envelope of the event' }),
  batching: webhookBatching.nullable().meta({ description: 'null: one event a POST' }),
})

/** The body of POST webhooks. */
export const newWebhook = settings
  .extend({
    description: settings.shape.description.default(null),
    active: settings.shape.active.default(true),
    projectIds: settings.shape.projectIds.default([]),
    sceneDbIds: settings.shape.sceneDbIds.default([]),
    template: settings.shape.template.default(null),
    batching: settings.shape.batching.default(null),
    secret: secret.optional(),
  })
  .meta({ id: 'NewWebhook' })

/** The body of PATCH webhooks: what is missing stays as it is. */
export const webhookUpdate = settings.partial().meta({ id: 'WebhookUpdate' })

export const newSecret = z.object({ secret: secret.optional() }).meta({ id: 'NewSecret' })

export type NewWebhook = z.output<typeof newWebhook>
export type WebhookUpdate = z.output<typeof webhookUpdate>

export const webhook = z
  .object({
    id: z.string(),
    url: z.string(),
    description: z.string().nullable(),
    events: z.array(eventName),
    active: z.boolean(),
    projectIds: z.array(z.string()),
    sceneDbIds: z.array(z.string()),
    template: webhookTemplate.nullable(),
    batching: webhookBatching.nullable(),
    failingSince: timestamp.nullable().meta({ description: 'The first failure since the last success' }),
    pausedAt: timestamp.nullable().meta({ description: 'When it was switched off because it kept failing' }),
    pausedReason: z.string().nullable(),
    previousSecretExpiresAt: timestamp
      .nullable()
      .meta({ description: 'Until then the secret before the rotation signs as well' }),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'Webhook' })

export type Webhook = z.output<typeof webhook>

/** The one time that the secret is shown. */
export const webhookWithSecret = webhook
  .extend({ secret: z.string().meta({ description: 'Shown this once' }) })
  .meta({ id: 'WebhookWithSecret' })

/** docs/interface.md, "Delivery log"; Pending is one that waits for its first attempt. */
export const deliveryStatus = z
  .enum(['Pending', 'Retrying', 'Success', 'Failed'])
  .meta({ id: 'DeliveryStatus' })

export type DeliveryStatus = z.output<typeof deliveryStatus>

/** What became of an attempt. Only `delivered` is a success. */
export const attemptOutcome = z
  .enum([
    'delivered',
    'refused',
    'redirect',
    'timeout',
    'dns_failed',
    'address_not_allowed',
    'connection_failed',
    'tls_failed',
    'invalid_answer',
    'interrupted',
    'not_sendable',
  ])
  .meta({
    id: 'AttemptOutcome',
    description:
      'delivered: any 2xx; refused: another status; redirect: a 3xx, which is never followed; interrupted: the worker ended before it had the answer; not_sendable: no body could be made',
  })

export type AttemptOutcome = z.output<typeof attemptOutcome>

export const attempt = z
  .object({
    number: z.int().min(1),
    startedAt: timestamp,
    durationMs: z.int().min(0),
    outcome: attemptOutcome,
    responseCode: z.int().nullable(),
    error: z.string().nullable().meta({ description: 'What went wrong, for people' }),
    answer: z.string().nullable().meta({ description: 'The first kilobyte of the answer' }),
  })
  .meta({ id: 'Attempt' })

export const delivery = z
  .object({
    id: z.string().meta({ description: "The event's id, and the header `webhook-id` unless it is batched" }),
    webhookId: z.string(),
    event: z.string(),
    timestamp,
    status: deliveryStatus,
    responseCode: z.int().nullable().meta({ description: 'Of the last attempt that was answered' }),
    retryCount: z.int().min(0).meta({ description: 'Attempts after the first, since the last replay' }),
    nextAttemptAt: timestamp.nullable(),
  })
  .meta({ id: 'Delivery' })

export type Delivery = z.output<typeof delivery>

export const deliveryWithAttempts = delivery
  .extend({ payload: eventEnvelope, attempts: z.array(attempt) })
  .meta({ id: 'DeliveryWithAttempts' })

export type DeliveryWithAttempts = z.output<typeof deliveryWithAttempts>
