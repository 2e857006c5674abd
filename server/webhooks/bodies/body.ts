import type { WebhookTemplate } from '@dailies/contract/webhook.ts'
import { customBody } from './custom-template.ts'
import { discordBody } from './discord.ts'
import type { SendableEvent } from './sendable-event.ts'
import { slackBody } from './slack.ts'

interface BodyForm {
  /** null: the envelope. */
  template: WebhookTemplate | null
  /** Whether the webhook gathers events: then a single one is sent as a batch of one. */
  batched: boolean
  /** Of the batch, ISO. The same at every retry. */
  timestamp: string
}

/**
 * The body of a delivery, and the name for its header `X-Service-Event`. The same input gives the same bytes, so
 * that a retry is a repetition. Throws a `DailiesError` when a custom template gives no JSON, or more than 1 MiB.
 * docs/interface.md, "Delivery".
 */
export function bodyOf(events: SendableEvent[], form: BodyForm): { event: string; body: string } {
  const [first] = events
  if (!first || (events.length > 1 && !form.batched)) {
    throw new Error(`${events.length} events cannot be sent unless batched`)
  }
  return { event: form.batched ? 'batch' : first.event, body: bodyText(events, first, form) }
}

function bodyText(events: SendableEvent[], first: SendableEvent, form: BodyForm): string {
  if (form.template?.type === 'slack') return slackBody(events)
  if (form.template?.type === 'discord') return discordBody(events)
  if (form.template?.type === 'custom') return customBody(form.template.body, events, form)
  return form.batched ? batchEnvelope(events, form.timestamp) : `{${envelopeMembers(first)}}`
}

function batchEnvelope(events: SendableEvent[], timestamp: string): string {
  const members = events.map((event) => `{"id":${JSON.stringify(event.id)},${envelopeMembers(event)}}`)
  return `{"event":"batch","timestamp":${JSON.stringify(timestamp)},"data":{"events":[${members.join(',')}]}}`
}

/** `data` is not parsed on its way: its numbers keep all their digits. */
function envelopeMembers({ event, timestamp, data }: SendableEvent): string {
  return `"event":${JSON.stringify(event)},"timestamp":${JSON.stringify(timestamp)},"data":${data}`
}
