import { SelectField, TextAreaField, TextField } from '@dailies/ui/field.tsx'
import { JsonField } from '@dailies/ui/json-field.tsx'
import { TagsField } from '@dailies/ui/tags-field.tsx'
import { text } from '../../texts.ts'
import { useList } from '../lists/use-list.ts'
import type { PackageDraft } from './draft.ts'
import type { CaptureFormState } from './use-capture-form.ts'
import { useProjectId } from './use-project-id.ts'

const make = '+'

/** The prompt package that it was generated from: none, one of the project, or one that is made of the capture. */
export function PromptPackageField({ form }: { form: CaptureFormState }) {
  const { draft, set, errorsAt } = form
  const packages = useList('promptPackages', useProjectId(form)).items ?? []
  const { promptPackageId, createPromptPackage } = draft
  const isListed = promptPackageId === '' || packages.some(({ id }) => id === promptPackageId)
  return (
    <>
      <SelectField
        label={text('panelPackage')}
        options={[
          { value: '', label: text('panelNone') },
          { value: make, label: text('panelPackageMake') },
          ...(isListed ? [] : [{ value: promptPackageId, label: promptPackageId }]),
          ...packages.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={createPromptPackage ? make : promptPackageId}
        onChange={(value) =>
          set({ createPromptPackage: value === make, promptPackageId: value === make ? '' : value })
        }
        errors={errorsAt('promptPackageId') ?? errorsAt('promptPackage')}
      />
      {createPromptPackage && <PackageFields form={form} />}
    </>
  )
}

function PackageFields({ form }: { form: CaptureFormState }) {
  const { draft, errorsAt } = form
  const change = (change: Partial<PackageDraft>) =>
    form.set({ promptPackage: { ...draft.promptPackage, ...change } })
  const field = (name: Exclude<keyof PackageDraft, 'tags'>) => ({
    value: draft.promptPackage[name],
    errors: errorsAt(`promptPackage.${name}`),
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
  })
  const json = (name: 'constraints' | 'styleProfile' | 'metadata') => ({
    value: draft.promptPackage[name],
    errors: errorsAt(`promptPackage.${name}`),
    onChange: (value: string) => change({ [name]: value }),
  })
  return (
    <fieldset className="flex min-w-0 flex-col gap-4 border-l-2 border-accent pl-3">
      <legend className="sr-only">{text('panelPackage')}</legend>
      <TextField label={text('panelPackageName')} hint={text('panelPackageHint')} {...field('name')} />
      <TextAreaField label={text('panelPackagePrompt')} {...field('prompt')} />
      <TextAreaField label={text('panelPackageNegative')} {...field('negativePrompt')} />
      <div className="grid grid-cols-2 items-end gap-3">
        <TextField
          label={text('panelPackageRatio')}
          placeholder="2.39:1"
          maxLength={50}
          {...field('targetAspectRatio')}
        />
        <TextField label={text('panelPackageSeconds')} inputMode="decimal" {...field('targetDurationSec')} />
      </div>
      <TagsField
        label={text('panelPackageTags')}
        tags={draft.promptPackage.tags}
        onChange={(tags) => change({ tags })}
      />
      <JsonField label={text('panelPackageConstraints')} {...json('constraints')} />
      <JsonField label={text('panelPackageStyle')} {...json('styleProfile')} />
      <JsonField label={text('panelPackageMetadata')} {...json('metadata')} />
    </fieldset>
  )
}
