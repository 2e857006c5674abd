import { TextAreaField, TextField } from '@dailies/ui/field.tsx'
import { JsonField } from '@dailies/ui/json-field.tsx'
import { ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { text } from '../../texts.ts'
import type { Draft } from './draft.ts'
import { fieldLabel } from './field-labels.ts'
import { FilmTagsField } from './film-tags-field.tsx'
import { guessedHint } from './guessed.tsx'
import { ParentField } from './parent-field.tsx'
import { PromptPackageField } from './prompt-package-field.tsx'
import { ReadFrom } from './read-from.tsx'
import { RightsField } from './rights-field.tsx'
import type { CaptureFormState } from './use-capture-form.ts'
import { useProjectId } from './use-project-id.ts'

const fields = [
  'title',
  'negativePrompt',
  'tags',
  'notes',
  'rightsState',
  'costEstimateUsd',
  'generationSeconds',
  'queueWaitSeconds',
  'externalAssetId',
  'sourceUrl',
  'thumbnailUrl',
  'parentVersionId',
  'promptPackageId',
  'metadata',
] as const satisfies (keyof Draft)[]

type TextName = { [N in keyof Draft]: Draft[N] extends string ? N : never }[keyof Draft]

/** What is seldom looked at, folded away; it opens by itself where something in it is wrong. */
export function Details({ form }: { form: CaptureFormState }) {
  const { draft, set, errorsAt } = form
  const projectId = useProjectId(form)
  const isWrong = [...fields, 'promptPackage'].some((field) => errorsAt(field))
  const filled = fields.filter((field) => isFilled(draft[field], field)).length
  const line = (name: TextName, more: { inputMode?: 'url' | 'decimal' } = {}) => (
    <TextField
      label={fieldLabel(name)}
      autoComplete="off"
      value={draft[name]}
      onChange={({ target }) => set({ [name]: target.value })}
      errors={errorsAt(name)}
      {...more}
    />
  )
  return (
    <Folded title={text('panelDetails')} note={text('panelFilled', filled)} isOpen={isWrong}>
      {line('title')}
      <TextAreaField
        label={text('panelNegativePrompt')}
        hint={guessedHint(form, 'negativePrompt')}
        value={draft.negativePrompt}
        onChange={({ target }) => set({ negativePrompt: target.value })}
        errors={errorsAt('negativePrompt')}
      />
      <FilmTagsField
        label={text('panelTags')}
        projectId={projectId}
        tags={draft.tags}
        onChange={(tags) => set({ tags })}
        errors={errorsAt('tags')}
      />
      <TextAreaField
        label={text('panelNotes')}
        value={draft.notes}
        onChange={({ target }) => set({ notes: target.value })}
        errors={errorsAt('notes')}
      />
      <RightsField form={form} />
      <div className="grid grid-cols-2 items-end gap-3">
        {line('costEstimateUsd', { inputMode: 'decimal' })}
        {line('generationSeconds', { inputMode: 'decimal' })}
        {line('queueWaitSeconds', { inputMode: 'decimal' })}
        {line('externalAssetId')}
      </div>
      {line('sourceUrl', { inputMode: 'url' })}
      {line('thumbnailUrl', { inputMode: 'url' })}
      <ParentField form={form} />
      <PromptPackageField form={form} />
      <JsonField
        label={text('panelMetadata')}
        hint={text('panelMetadataHint')}
        value={draft.metadata}
        onChange={(metadata) => set({ metadata })}
        errors={errorsAt('metadata')}
      />
      {form.capture && <ReadFrom capture={form.capture} />}
    </Folded>
  )
}

function isFilled(value: unknown, field: string): boolean {
  if (field === 'rightsState') return value !== 'UNKNOWN'
  return Array.isArray(value) ? value.length > 0 : value !== ''
}

interface FoldedProps {
  title: string
  note: string
  isOpen: boolean
  children: ReactNode
}

function Folded({ title, note, isOpen, children }: FoldedProps) {
  const [unfolded, setUnfolded] = useState(false)
  return (
    <details
      open={isOpen || unfolded}
      onToggle={({ currentTarget }) => setUnfolded(currentTarget.open)}
      className="group rounded-xl border border-line bg-surface"
    >
      <summary className="flex list-none items-center gap-2 rounded-xl px-3 py-2.5 font-medium">
        <ChevronRight size={16} className="shrink-0 transition-transform group-open:rotate-90" aria-hidden />
        <span className="flex-1">{title}</span>
        <span className="text-sm font-normal text-muted">{note}</span>
      </summary>
      <div className="flex flex-col gap-4 border-t border-line px-3 py-4">{children}</div>
    </details>
  )
}
