import { Button } from '@dailies/ui/button.tsx'
import { isComposing } from '@dailies/ui/composing.ts'
import { CheckField, TextAreaField, TextField } from '@dailies/ui/field.tsx'
import { type FormEvent, useState } from 'react'
import { text } from '../../texts.ts'
import { FilmTagsField } from '../form/film-tags-field.tsx'
import { ChoosePlace, type PlaceStep } from '../place/choose-place.tsx'
import { PlaceCells } from '../place/place-cells.tsx'
import { Dialog, DialogActions, DialogBody } from '../ui/dialog.tsx'
import { type Change, changed, nothingChanged } from './changed.ts'
import { sendTheseAgain } from './send-again.ts'
import { tellSent } from './tell-sent.ts'

interface ChangeDialogProps {
  ids: readonly string[]
  onClose: () => void
  onDone: () => void
}

/** One prompt, model, place and tags for all that are chosen; what is then complete is sent. */
export function ChangeDialog({ ids, onClose, onDone }: ChangeDialogProps) {
  const [change, setChange] = useState<Change>(nothingChanged)
  const [step, setStep] = useState<PlaceStep>()
  const [busy, setBusy] = useState(false)
  const set = (more: Partial<Change>) => setChange((before) => ({ ...before, ...more }))
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    tellSent(await sendTheseAgain(ids, (body) => changed(body, change)).finally(() => setBusy(false)))
    onDone()
  }
  return (
    <Dialog title={text('panelChangeMany', ids.length)} onClose={onClose}>
      <form
        onSubmit={submit}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || isComposing(event)) return
          event.currentTarget.requestSubmit()
        }}
        noValidate
        className="flex min-h-0 flex-col"
      >
        <DialogBody>
          <p className="text-sm text-muted">{text('panelChangeManyHint')}</p>
          <TextAreaField
            label={text('panelPrompt')}
            rows={3}
            value={change.prompt}
            onChange={({ target }) => set({ prompt: target.value })}
          />
          <TextField
            label={text('panelModel')}
            autoComplete="off"
            value={change.modelName}
            onChange={({ target }) => set({ modelName: target.value })}
          />
          <CheckField
            label={text('panelReplaces')}
            checked={change.replaces}
            onChange={({ target }) => set({ replaces: target.checked })}
          />
          <div className="flex flex-col gap-1">
            <h3 className="text-sm font-medium">{text('panelGoesTo')}</h3>
            <PlaceCells place={change.place} empty={text('panelAsItIs')} onStep={setStep} />
          </div>
          <FilmTagsField
            label={text('panelTagsMore')}
            projectId={change.place?.projectId}
            tags={[...change.tags]}
            onChange={(tags) => set({ tags })}
          />
        </DialogBody>
        <DialogActions>
          <Button onClick={onClose}>{text('panelCancel')}</Button>
          <Button type="submit" look="primary" busy={busy}>
            {text('panelSend')}
          </Button>
        </DialogActions>
      </form>
      {step && (
        <ChoosePlace
          step={step}
          place={change.place}
          onChoose={(place) => set({ place })}
          onClose={() => setStep(undefined)}
        />
      )}
    </Dialog>
  )
}
