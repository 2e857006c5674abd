import type { SceneOverview, ShotOverview } from '@dailies/contract/production.ts'
import { CheckField, TextAreaField, TextField } from '@dailies/ui/field.tsx'
import { notify } from '@dailies/ui/notices.ts'
import { useRef } from 'react'
import { call } from '../api/call.ts'
import { onlyChanged } from '../api/only-changed.ts'
import { Clashes } from '../ui/clashes.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DraftKept } from '../ui/draft-kept.tsx'
import { FormError, useDraft, useSubmit } from '../ui/form.tsx'
import { listChange } from '../ui/list-change.ts'
import { AddActions } from './add-actions.tsx'
import { MemberPicker } from './member-picker.tsx'
import { useProductionChanged } from './production-changed.ts'

interface ShotDialogProps {
  projectId: string
  scene: SceneOverview
  /** The one to change; a new one is made without. */
  shot?: ShotOverview
  open: boolean
  onClose: () => void
}

export function ShotDialog({ projectId, scene, shot, open, onClose }: ShotDialogProps) {
  const title = shot ? `Edit shot ${shot.shotCode}` : `New shot of scene ${scene.sceneId}`
  return (
    <Dialog open={open} onClose={onClose} title={title}>
      <ShotForm projectId={projectId} scene={scene} shot={shot} onEnd={onClose} />
    </Dialog>
  )
}

const labels = {
  shotCode: 'Code',
  description: 'Description',
  assigneeIds: 'Assigned to',
  dueOn: 'Due day',
  note: 'Note',
  required: 'Required',
}

function yesOrNo(value: boolean): string {
  return value ? 'Yes' : 'No'
}

interface ShotFormProps {
  projectId: string
  scene: SceneOverview
  shot: ShotOverview | undefined
  onEnd: () => void
}

function ShotForm({ projectId, scene, shot, onEnd }: ShotFormProps) {
  const changed = useProductionChanged()
  const code = useRef<HTMLInputElement>(null)
  const again = useRef(false)
  const initial = draftOf(shot)
  const draft = useDraft(initial, shot ? `shot-${shot.id}` : `new-shot-${scene.id}`, shot)
  const { values, set, reset } = draft
  const form = useSubmit(async () => {
    const { assigneeIds } = values
    const { added, removed } = listChange(initial.assigneeIds, assigneeIds)
    const changes = onlyChanged(bodyOf(initial), bodyOf(values))
    const { data } = shot
      ? await call('updateShot', {
          params: { id: shot.id },
          body: { ...changes, assignIds: added, unassignIds: removed, was: draft.wasOf(changes) },
        })
      : await call('createShot', { params: { id: scene.id }, body: { ...bodyOf(values), assigneeIds } })
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
      <MemberPicker
        label="Assigned to"
        projectId={projectId}
        values={values.assigneeIds}
        errors={form.fieldErrors.assigneeIds ?? form.fieldErrors.assignIds}
        onChange={(assigneeIds) => set({ assigneeIds })}
      />
      <TextField
        label="Due day"
        type="date"
        min="1900-01-01"
        max="9999-12-31"
        className="w-48 max-w-full"
        value={values.dueOn}
        errors={form.fieldErrors.dueOn}
        onChange={(event) => set({ dueOn: event.target.value })}
      />
      <TextAreaField
        label="Note"
        rows={2}
        maxLength={2000}
        placeholder="What whoever works on it should know"
        className="[&_textarea]:min-h-16"
        value={values.note}
        errors={form.fieldErrors.note}
        onChange={(event) => set({ note: event.target.value })}
      />
      <CheckField
        label="Required"
        hint="The scene is complete only when this shot has an approved take."
        checked={values.required}
        onChange={(event) => set({ required: event.target.checked })}
      />
      <FormError>{form.message([...Object.keys(labels), 'assignIds'])}</FormError>
      <Clashes form={form} draft={draft} labels={labels} words={{ required: yesOrNo }} />
      <AddActions
        adds={!shot}
        busy={form.busy}
        again={again}
        onCancel={() => {
          reset()
          onEnd()
        }}
      />
    </form>
  )
}

function draftOf(shot: ShotOverview | undefined) {
  return {
    shotCode: shot?.shotCode ?? '',
    description: shot?.description ?? '',
    required: shot?.required ?? true,
    assigneeIds: shot?.assignees.map(({ id }) => id) ?? [],
    dueOn: shot?.dueOn ?? '',
    note: shot?.note ?? '',
  }
}

/** All but who is assigned. */
function bodyOf({ assigneeIds: _, description, dueOn, note, ...rest }: ReturnType<typeof draftOf>) {
  return { ...rest, description: description.trim() || null, dueOn: dueOn || null, note: note.trim() || null }
}
