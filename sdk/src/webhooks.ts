import type { z } from 'zod'
import type { EventData, EventName, eventEnvelope, IdentifiedEvent } from '../../contract/event.ts'

export type { EventData, EventName } from '../../contract/event.ts'
export {
  type ReceivedHeaders,
  type ReceivedWebhook,
  verifyWebhook,
  type WebhookVerification,
} from '../../contract/webhook-signature.ts'

type Timed = Pick<z.output<typeof eventEnvelope>, 'timestamp'>

/** What a webhook without a template is sent: `event` says which `data` it has. New events may come. */
export type WebhookEvent = {
  [E in EventName]: Timed & { event: E; data: EventData<E> }
}[EventName]

/** What a webhook with `batching` is sent: several in one. */
export type WebhookBatch = Timed & {
  event: 'batch'
  data: { events: (WebhookEvent & Pick<IdentifiedEvent, 'id'>)[] }
}
