import type { EventName } from '@dailies/contract/event.ts'
import type { Webhook, WebhookTemplate } from '@dailies/contract/webhook.ts'
import { CheckField, TextField } from '@dailies/ui/field.tsx'
import { CallError, type Input } from '../../api/call.ts'
import { Ticks } from '../../ui/choice.tsx'
import { ProjectChoice } from '../../ui/project-choice.tsx'
import { eventItems } from './events.ts'
import { SceneChoice } from './scene-choice.tsx'
import { TemplateFields } from './template-fields.tsx'

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

export const webhookFields = [
  'url',
  'description',
  'events',
  'projectIds',
  'sceneDbIds',
  'template',
  'batching',
]

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
    throw new CallError(400, {
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

export interface WebhookFieldsProps {
  values: WebhookDraft
  set: (change: Partial<WebhookDraft>) => void
  fieldErrors: Record<string, string[] | undefined>
}

/** Where to, of what, and in which form. */
export function WebhookFields({ values, set, fieldErrors }: WebhookFieldsProps) {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Address"
          type="url"
          inputMode="url"
          placeholder="https://tools.example/dailies"
          hint="Every event is sent there as a POST."
          required
          autoFocus
          autoComplete="off"
          maxLength={2048}
          value={values.url}
          errors={fieldErrors.url}
          onChange={(event) => set({ url: event.target.value })}
        />
        <TextField
          label="Description"
          placeholder="Editorial channel"
          hint="For people. It may be left empty."
          autoComplete="off"
          maxLength={500}
          value={values.description}
          errors={fieldErrors.description}
          onChange={(event) => set({ description: event.target.value })}
        />
      </div>
      <Ticks
        legend="When"
        columns
        items={eventItems}
        values={values.events}
        onChange={(events) => set({ events })}
        errors={fieldErrors.events}
      />
      <ProjectChoice
        legend="Where"
        allHint="Those that are yet to come, too."
        projectIds={values.projectIds}
        onChange={(projectIds) => set({ projectIds })}
        errors={fieldErrors.projectIds}
      />
      <SceneChoice
        projectIds={values.projectIds}
        sceneDbIds={values.sceneDbIds}
        onChange={(sceneDbIds) => set({ sceneDbIds })}
        errors={fieldErrors.sceneDbIds}
      />
      <TemplateFields values={values} set={set} fieldErrors={fieldErrors} />
      <Batching values={values} set={set} fieldErrors={fieldErrors} />
    </>
  )
}

function Batching({ values, set, fieldErrors }: WebhookFieldsProps) {
  return (
    <div className="flex flex-col gap-2">
      <CheckField
        label="Several events in one POST"
        hint="Calmer for the receiver when many takes are captured at once."
        checked={values.batched}
        onChange={(event) => set({ batched: event.target.checked })}
      />
      {values.batched && (
        <div className="grid grid-cols-2 items-end gap-3">
          <TextField
            label="Events at most"
            type="number"
            inputMode="numeric"
            required
            min={2}
            max={100}
            value={values.maxEvents}
            errors={fieldErrors.batching}
            onChange={(event) => set({ maxEvents: event.target.value })}
          />
          <TextField
            label="Seconds to wait at most"
            type="number"
            inputMode="numeric"
            required
            min={1}
            max={3600}
            value={values.maxSeconds}
            onChange={(event) => set({ maxSeconds: event.target.value })}
          />
        </div>
      )}
    </div>
  )
}
