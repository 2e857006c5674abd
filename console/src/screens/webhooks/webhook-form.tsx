import { CheckField, TextField } from '@dailies/ui/field.tsx'
import { Ticks } from '../../ui/choice.tsx'
import { ProjectChoice } from '../../ui/project-choice.tsx'
import { eventItems } from './events.ts'
import { SceneChoice } from './scene-choice.tsx'
import { TemplateFields } from './template-fields.tsx'
import type { WebhookFieldsProps } from './webhook-draft.ts'

export const webhookFields = [
  'url',
  'description',
  'events',
  'projectIds',
  'sceneDbIds',
  'template',
  'batching',
]

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
