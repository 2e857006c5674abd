import type { EventName } from '@dailies/contract/event.ts'
import type { Webhook, WebhookTemplate } from '@dailies/contract/webhook.ts'
import { DailiesError } from '../../../../sdk/src/error.ts'
import type { Input } from '../../api/call.ts'

/** A webhook as it stands in its form. */
export interface WebhookDraft {
  url: string
  description: string
  events: EventName[]
  /** Null is all. */
  projectIds: string[] | null
  sceneDbIds: string[]
  form: 'envelope' | WebhookTemplate['type']
  template: string
  batched: boolean
  maxEvents: string
  maxSeconds: string
}

/** What shows a part of it. */
export interface WebhookFieldsProps {
  values: WebhookDraft
  set: (change: Partial<WebhookDraft>) => void
  fieldErrors: Record<string, string[] | undefined>
}

export const emptyWebhook: WebhookDraft = {
  url: '',
  description: '',
  events: ['asset.created'],
  projectIds: null,
  sceneDbIds: [],
  form: 'envelope',
  template: '',
  batched: false,
  maxEvents: '50',
  maxSeconds: '10',
}

export function draftOf({
  url,
  description,
  events,
  projectIds,
  sceneDbIds,
  template,
  batching,
}: Webhook): WebhookDraft {
  return {
    url,
    description: description ?? '',
    events,
    projectIds: projectIds.length > 0 ? projectIds : null,
    sceneDbIds,
    form: template?.type ?? 'envelope',
    template: template?.type === 'custom' ? template.body : '',
    batched: batching !== null,
    maxEvents: String(batching?.maxEvents ?? emptyWebhook.maxEvents),
    maxSeconds: String(batching?.maxSeconds ?? emptyWebhook.maxSeconds),
  }
}

/** What is sent. Throws when no project is ticked: to the service that would mean all. */
export function bodyOf(draft: WebhookDraft): Input<'createWebhook'>['body'] {
  const { url, description, events, projectIds, sceneDbIds, batched, maxEvents, maxSeconds } = draft
  if (projectIds?.length === 0) {
    throw new DailiesError('No project', {
      status: 400,
      details: { fieldErrors: { projectIds: ['Tick at least one project, or take all'] } },
    })
  }
  return {
    url: url.trim(),
    description: description.trim() || null,
    events,
    projectIds: projectIds ?? [],
    sceneDbIds,
    template: templateOf(draft),
    batching: batched ? { maxEvents: Number(maxEvents), maxSeconds: Number(maxSeconds) } : null,
  }
}

function templateOf({ form, template }: WebhookDraft): WebhookTemplate | null {
  if (form === 'envelope') return null
  return form === 'custom' ? { type: form, body: template } : { type: form }
}
