import type { CutSettings } from '@dailies/contract/cut.ts'
import { Button } from '@dailies/ui/button.tsx'
import { SelectField, TextField } from '@dailies/ui/field.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { onlyChanged } from '../../api/only-changed.ts'
import { outdate } from '../../api/queries.ts'
import { Clashes } from '../../ui/clashes.tsx'
import { Actions, Dialog } from '../../ui/dialog.tsx'
import { FormError, useDraft, useSubmit } from '../../ui/form.tsx'

const rates = [
  ['24000/1001', '23.976'],
  ['24/1', '24'],
  ['25/1', '25'],
  ['30000/1001', '29.97'],
  ['30/1', '30'],
  ['48/1', '48'],
  ['50/1', '50'],
  ['60000/1001', '59.94'],
  ['60/1', '60'],
] as const

const labels = { rate: 'Frames a second', stillFrames: 'Stills', slateFrames: 'Slates' }

interface Props {
  open: boolean
  onClose: () => void
  projectId: string
  settings: CutSettings
}

/** At which rate the film plays, and for how long what has no length of its own is shown. */
export function CutSettingsDialog({ open, onClose, ...rest }: Props) {
  return (
    <Dialog open={open} onClose={onClose} title="Settings of the cut" description="They are of the project.">
      <SettingsForm {...rest} onClose={onClose} />
    </Dialog>
  )
}

function SettingsForm({ projectId, settings, onClose }: Omit<Props, 'open'>) {
  const queryClient = useQueryClient()
  const initial = draftOf(settings)
  const draft = useDraft(initial, undefined, settings)
  const { values, set } = draft
  const form = useSubmit(async () => {
    const body = onlyChanged(bodyOf(initial), bodyOf(values))
    await call('updateCutSettings', {
      params: { id: projectId },
      body: { ...body, was: draft.wasOf(body) },
    })
    await outdate(queryClient, 'readCut')
    onClose()
  })
  const options = rates.map(([value, label]) => ({ value: value as string, label }))
  const known = options.some(({ value }) => value === values.rate)
  return (
    <form onSubmit={form.submit} className="flex flex-col gap-4">
      <SelectField
        label={labels.rate}
        options={known ? options : [...options, { value: values.rate, label: values.rate }]}
        value={values.rate}
        errors={form.fieldErrors.rate}
        onChange={(rate) => set({ rate })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={labels.stillFrames}
          hint="Frames that a still is shown"
          inputMode="numeric"
          value={values.stillFrames}
          errors={form.fieldErrors.stillFrames}
          onChange={(event) => set({ stillFrames: event.target.value })}
        />
        <TextField
          label={labels.slateFrames}
          hint="Frames that a slate is shown"
          inputMode="numeric"
          value={values.slateFrames}
          errors={form.fieldErrors.slateFrames}
          onChange={(event) => set({ slateFrames: event.target.value })}
        />
      </div>
      <FormError>{form.message(Object.keys(labels))}</FormError>
      <Clashes form={form} draft={draft} labels={labels} words={{ rate: rateWord }} />
      <Actions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="primary" busy={form.busy}>
          Save
        </Button>
      </Actions>
    </form>
  )
}

const rateWord = ({ numerator, denominator }: CutSettings['rate']) => `${numerator}/${denominator}`

function draftOf({ rate, stillFrames, slateFrames }: CutSettings) {
  return { rate: rateWord(rate), stillFrames: String(stillFrames), slateFrames: String(slateFrames) }
}

function bodyOf({ rate, stillFrames, slateFrames }: ReturnType<typeof draftOf>) {
  const [numerator, denominator] = rate.split('/').map(Number) as [number, number]
  return {
    rate: { numerator, denominator },
    stillFrames: Number(stillFrames),
    slateFrames: Number(slateFrames),
  }
}
