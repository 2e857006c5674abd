import type { SceneOverview, ShotOverview } from '@dailies/contract/production.ts'
import { Button } from '@dailies/ui/button.tsx'
import { CheckField, TextAreaField, TextField } from '@dailies/ui/field.tsx'
import { notify } from '@dailies/ui/notices.ts'
import { useRef } from 'react'
import { call } from '../api/call.ts'
import { onlyChanged } from '../api/only-changed.ts'
import { Actions, Dialog } from '../ui/dialog.tsx'
import { DraftKept } from '../ui/draft-kept.tsx'
import { FormError, useDraft, useSubmit } from '../ui/form.tsx'
import { useProductionChanged } from './production-changed.ts'

interface ShotDialogProps {
  scene: SceneOverview
  /** The one to change; a new one is made without. */
  shot?: ShotOverview
  open: boolean
  onClose: () => void
}

export function ShotDialog({ scene, shot, open, onClose }: ShotDialogProps) {
  const title = shot ? `Edit shot ${shot.shotCode}` : `New shot of scene ${scene.sceneId}`
  return (
    <Dialog open={open} onClose={onClose} title={title}>
      <ShotForm scene={scene} shot={shot} onEnd={onClose} />
    </Dialog>
  )
}

interface ShotFormProps {
  scene: SceneOverview
  shot: ShotOverview | undefined
  onEnd: () => void
}

function ShotForm({ scene, shot, onEnd }: ShotFormProps) {
  const changed = useProductionChanged()
  const code = useRef<HTMLInputElement>(null)
  const again = useRef(false)
  const initial = draftOf(shot)
  const draft = useDraft(initial, shot ? `shot-${shot.id}` : `new-shot-${scene.id}`)
  const { values, set, reset } = draft
  const form = useSubmit(async () => {
    const body = bodyOf(values)
    const { data } = shot
      ? await call('updateShot', { params: { id: shot.id }, body: onlyChanged(bodyOf(initial), body) })
      : await call('createShot', { params: { id: scene.id }, body })
    void changed()
    reset()
    if (!again.current) return onEnd()
    notify(`Shot ${data.shotCode} is added`)
    code.current?.focus()
  })
  return (
    <form onSubmit={form.submit} className="flex flex-col gap-4">
      <DraftKept changed={draft.changed} onDiscard={() => reset()} />
      <TextField
        ref={code}
        label="Code"
        autoFocus
        required
        maxLength={100}
        autoComplete="off"
        placeholder={`${scene.sceneId}-A`}
        className="[&_input]:font-mono"
        value={values.shotCode}
        errors={form.fieldErrors.shotCode}
        onChange={(event) => set({ shotCode: event.target.value })}
      />
      <TextAreaField
        label="Description"
        maxLength={20_000}
        placeholder="Framing, movement, what is seen"
        value={values.description}
        errors={form.fieldErrors.description}
        onChange={(event) => set({ description: event.target.value })}
      />
      <CheckField
        label="Required"
        hint="The scene is complete only when this shot has an approved take."
        checked={values.required}
        onChange={(event) => set({ required: event.target.checked })}
      />
      <FormError>{form.message(['shotCode', 'description', 'required'])}</FormError>
      <Actions>
        <Button
          onClick={() => {
            reset()
            onEnd()
          }}
        >
          Cancel
        </Button>
        {!shot && (
          // No button that submits: the first of those is what Enter presses.
          <Button
            busy={form.busy && again.current}
            onClick={(event) => {
              again.current = true
              event.currentTarget.form?.requestSubmit()
            }}
          >
            Add, then another
          </Button>
        )}
        <Button
          type="submit"
          look="primary"
          busy={form.busy && !again.current}
          onClick={() => {
            again.current = false
          }}
        >
          {shot ? 'Save' : 'Add'}
        </Button>
      </Actions>
    </form>
  )
}

function draftOf(shot: ShotOverview | undefined) {
  return {
    shotCode: shot?.shotCode ?? '',
    description: shot?.description ?? '',
    required: shot?.required ?? true,
  }
}

function bodyOf({ shotCode, description, required }: ReturnType<typeof draftOf>) {
  return { shotCode, description: description.trim() || null, required }
}
