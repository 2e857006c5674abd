import { TextAreaField, TextField } from '@dailies/ui/field.tsx'
import { TagsField } from '@dailies/ui/tags-field.tsx'
import { useState } from 'react'
import { type Draft, labels } from './draft.ts'
import { TidyJsonField } from './tidy-json-field.tsx'

interface FieldsProps {
  values: Draft
  set: (change: Partial<Draft>) => void
  errors: Record<string, string[] | undefined>
  /** Begins with the name. */
  autoFocus?: boolean
}

/** Everything that makes a prompt package. */
export function Fields({ values, set, errors, autoFocus }: FieldsProps) {
  // Stays as it was put: who clears a field is still at it.
  const [isOpen, setIsOpen] = useState(Boolean(values.constraints || values.styleProfile || values.metadata))
  const isWrong = Boolean(errors.constraints || errors.styleProfile || errors.metadata)
  return (
    <>
      <TextField
        label={labels.name}
        autoFocus={autoFocus}
        required
        maxLength={500}
        value={values.name}
        errors={errors.name}
        onChange={(event) => set({ name: event.target.value })}
      />
      <TextAreaField
        label={labels.prompt}
        required
        rows={6}
        maxLength={100_000}
        value={values.prompt}
        errors={errors.prompt}
        onChange={(event) => set({ prompt: event.target.value })}
      />
      <TextAreaField
        label={labels.negativePrompt}
        rows={2}
        maxLength={100_000}
        value={values.negativePrompt}
        errors={errors.negativePrompt}
        onChange={(event) => set({ negativePrompt: event.target.value })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={labels.targetAspectRatio}
          placeholder="2.39:1"
          maxLength={50}
          value={values.targetAspectRatio}
          errors={errors.targetAspectRatio}
          onChange={(event) => set({ targetAspectRatio: event.target.value })}
        />
        <TextField
          label={labels.targetDurationSec}
          inputMode="decimal"
          placeholder="8"
          value={values.targetDurationSec}
          errors={errors.targetDurationSec}
          onChange={(event) => set({ targetDurationSec: event.target.value })}
        />
      </div>
      <TagsField
        label={labels.tags}
        tags={values.tags}
        errors={errors.tags ?? errors.addTags}
        onChange={(tags) => set({ tags })}
      />
      <details
        open={isOpen || isWrong}
        onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
        className="rounded-xl border border-line p-3"
      >
        <summary className="rounded py-1 font-medium">Constraints, style profile and metadata</summary>
        <div className="mt-2 flex flex-col gap-4">
          <TidyJsonField
            label={labels.constraints}
            hint="JSON: what a platform or a tool of yours is to keep to."
            value={values.constraints}
            errors={errors.constraints}
            onChange={(constraints) => set({ constraints })}
          />
          <TidyJsonField
            label={labels.styleProfile}
            hint="JSON."
            value={values.styleProfile}
            errors={errors.styleProfile}
            onChange={(styleProfile) => set({ styleProfile })}
          />
          <TidyJsonField
            label={labels.metadata}
            hint="A JSON object: { … }."
            value={values.metadata}
            errors={errors.metadata}
            onChange={(metadata) => set({ metadata })}
          />
        </div>
      </details>
    </>
  )
}
