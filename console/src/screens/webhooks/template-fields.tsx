import { TextAreaField } from '@dailies/ui/field.tsx'
import { Choice } from '../../ui/choice.tsx'
import type { WebhookDraft, WebhookFieldsProps } from './webhook-draft.ts'

const forms: { value: WebhookDraft['form']; label: string; hint: string }[] = [
  { value: 'envelope', label: 'As it is', hint: 'The event as JSON, for a program of yours.' },
  { value: 'slack', label: 'Slack', hint: 'A message, to an incoming webhook of Slack.' },
  { value: 'discord', label: 'Discord', hint: 'A message, to a webhook of a Discord channel.' },
  { value: 'custom', label: 'A form of your own', hint: 'JSON by a Mustache template.' },
]

/** The form of the body. */
export function TemplateFields({ values, set, fieldErrors }: WebhookFieldsProps) {
  const choose = (form: WebhookDraft['form']) => {
    const needsExample = form === 'custom' && !values.template
    set({ form, ...(needsExample && { template: values.batched ? batchExample : example }) })
  }
  return (
    <div className="flex flex-col gap-2">
      <Choice
        legend="In which form"
        columns
        items={forms}
        value={values.form}
        onChange={choose}
        errors={values.form === 'custom' ? undefined : fieldErrors.template}
      />
      {values.form === 'custom' && (
        <>
          <TextAreaField
            label="Template"
            className="[&_textarea]:font-mono [&_textarea]:text-sm"
            hint="It is tried with samples of the events above before it is accepted."
            required
            rows={8}
            maxLength={10_000}
            spellCheck={false}
            value={values.template}
            errors={fieldErrors.template}
            onChange={(event) => set({ template: event.target.value })}
          />
          <Insertable batched={values.batched} />
        </>
      )}
    </div>
  )
}

function Insertable({ batched }: { batched: boolean }) {
  return (
    <details className="rounded-lg border border-line px-3 py-2 text-sm">
      <summary className="font-medium">What can be inserted</summary>
      <ul className="mt-2 flex list-disc flex-col gap-1 pl-5 text-muted">
        <li>
          <Tag>{'{{event}}'}</Tag>, <Tag>{'{{timestamp}}'}</Tag> and <Tag>{'{{id}}'}</Tag>, which is the same
          whenever it is sent again
        </li>
        <li>
          <Tag>{'{{data.sceneId}}'}</Tag>, <Tag>{'{{data.prompt}}'}</Tag>, <Tag>{'{{data.outputUrl}}'}</Tag>{' '}
          and whatever else the event has
        </li>
        <li>
          <Tag>{'{{#is.asset_created}} … {{/is.asset_created}}'}</Tag>: only for this event
        </li>
        {batched && (
          <li>
            <Tag>{'{{#events}} … {{^last}}, {{/last}}{{/events}}'}</Tag>: each event of a batch
          </li>
        )}
        <li>Between quotes: what is inserted is escaped for JSON.</li>
      </ul>
    </details>
  )
}

function Tag({ children }: { children: string }) {
  return <code className="font-mono break-all text-ink">{children}</code>
}

const example = `{
  "summary": "{{event}} in scene {{data.sceneId}}",
  "at": "{{timestamp}}",
  "key": "{{id}}"
}`

const batchExample = `{
  "rows": [{{#events}}["{{id}}", "{{event}}", "{{data.sceneId}}"]{{^last}}, {{/last}}{{/events}}],
  "since": "{{timestamp}}"
}`
