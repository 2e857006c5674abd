import { CheckField, SelectField, TextAreaField, TextField } from '@dailies/ui/field.tsx'
import { captureStatuses, optionsOf } from '@dailies/ui/options.ts'
import { text } from '../../texts.ts'
import { PointAtPrompt } from '../teaching/point-at-prompt.tsx'
import { assetTypeLabels, statusLabels } from '../ui/labels.ts'
import { CompareGroupField } from './compare-group-field.tsx'
import { guessedHint } from './guessed.tsx'
import { PlatformField } from './platform-field.tsx'
import type { CaptureFormState } from './use-capture-form.ts'

/** What nearly every capture has. */
export function MainFields({ form }: { form: CaptureFormState }) {
  const { draft, set, errorsAt } = form
  return (
    <>
      <TextAreaField
        label={text('panelPrompt')}
        name="prompt"
        required
        hint={guessedHint(form, 'prompt')}
        value={draft.prompt}
        onChange={({ target }) => set({ prompt: target.value })}
        errors={errorsAt('prompt')}
      />
      {form.capture && !draft.prompt && (
        <PointAtPrompt
          captureId={form.capture.id}
          onFilled={({ prompt, modelName }) =>
            set({ prompt: prompt ?? '', modelName: draft.modelName || (modelName ?? '') })
          }
        />
      )}
      <TextField
        label={text('panelModel')}
        hint={guessedHint(form, 'modelName')}
        autoComplete="off"
        value={draft.modelName}
        onChange={({ target }) => set({ modelName: target.value })}
        errors={errorsAt('modelName')}
      />
      <TextField
        label={text('panelOutputUrl')}
        hint={text('panelOutputUrlHint')}
        type="url"
        inputMode="url"
        autoComplete="off"
        value={draft.outputUrl}
        onChange={({ target }) => set({ outputUrl: target.value })}
        errors={errorsAt('outputUrl')}
      />
      <PlatformField form={form} />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(7rem,1fr))] gap-3">
        <SelectField
          label={text('panelType')}
          options={optionsOf(assetTypeLabels)}
          value={draft.assetType}
          onChange={(assetType) => set({ assetType })}
          errors={errorsAt('assetType')}
        />
        <SelectField
          label={text('panelStatus')}
          options={captureStatuses.map((value) => ({ value, label: statusLabels[value] }))}
          value={draft.selected ? 'SELECTED' : draft.status}
          disabled={draft.selected}
          onChange={(status) => set({ status })}
          errors={errorsAt('status')}
        />
      </div>
      <CheckField
        label={text('panelMakeWinner')}
        hint={text('panelMakeWinnerHint')}
        checked={draft.selected}
        onChange={({ target }) => set({ selected: target.checked })}
      />
      <CompareGroupField form={form} />
    </>
  )
}
