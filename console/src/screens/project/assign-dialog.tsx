import type { SceneOverview, ShotOverview } from '@dailies/contract/production.ts'
import { Button } from '@dailies/ui/button.tsx'
import { TextField } from '@dailies/ui/field.tsx'
import { notify } from '@dailies/ui/notices.ts'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { MemberPicker } from '../../production/member-picker.tsx'
import { useProductionChanged } from '../../production/production-changed.ts'
import { Ticks } from '../../ui/choice.tsx'
import { counted } from '../../ui/counted.ts'
import { Actions, Dialog } from '../../ui/dialog.tsx'
import { FormError, useSubmit } from '../../ui/form.tsx'

/** Shots that the service takes in one request. */
const mostAtOnce = 100

interface AssignProps {
  projectId: string
  scene: SceneOverview
  shots: ShotOverview[]
}

/** Assigns several shots of a scene at once, and says when they are due. */
export function AssignDialog({
  open,
  onClose,
  ...assign
}: AssignProps & { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title={`Assign shots of scene ${assign.scene.sceneId}`}>
      <AssignForm {...assign} onEnd={onClose} />
    </Dialog>
  )
}

function AssignForm({ projectId, scene, shots, onEnd }: AssignProps & { onEnd: () => void }) {
  const changed = useProductionChanged()
  const [shotIds, setShotIds] = useState<string[]>([])
  const [assignIds, setAssignIds] = useState<string[]>([])
  const [unassignIds, setUnassignIds] = useState<string[]>([])
  const [dueOn, setDueOn] = useState('')
  const ticked = shots.filter(({ id }) => shotIds.includes(id))
  const there = [...new Set(ticked.flatMap(({ assignees }) => assignees.map(({ id }) => id)))]
  const leaving = unassignIds.filter((id) => there.includes(id))
  const allIds = shots.map(({ id }) => id)
  const form = useSubmit(async () => {
    const body = { assignIds, unassignIds: leaving, ...(dueOn && { dueOn }) }
    try {
      for (let at = 0; at < ticked.length; at += mostAtOnce) {
        const shotIds = ticked.slice(at, at + mostAtOnce).map(({ id }) => id)
        await call('updateShots', { params: { id: scene.id }, body: { ...body, shotIds } })
      }
    } finally {
      void changed()
    }
    notify(`${counted(ticked.length, 'shot')} saved`)
    onEnd()
  })
  const nothing = assignIds.length + leaving.length === 0 && dueOn === ''
  return (
    <form onSubmit={form.submit} className="flex flex-col gap-4">
      <div className="flex flex-col gap-2">
        <div className="max-h-56 overflow-y-auto">
          <Ticks
            legend="Which shots"
            columns
            items={shots.map(({ id, shotCode, assignees }) => ({
              value: id,
              label: shotCode,
              hint: assignees.map(({ name }) => name).join(', ') || 'Nobody yet',
            }))}
            values={shotIds}
            onChange={setShotIds}
            errors={form.fieldErrors.shotIds}
          />
        </div>
        <Button
          size="small"
          className="self-start"
          onClick={() => setShotIds(shotIds.length < shots.length ? allIds : [])}
        >
          {shotIds.length < shots.length ? 'Tick all' : 'Tick none'}
        </Button>
      </div>
      <MemberPicker
        label="Assign to"
        projectId={projectId}
        values={assignIds}
        errors={form.fieldErrors.assignIds}
        onChange={setAssignIds}
      />
      {there.length > 0 && (
        <MemberPicker
          label="Assigned no longer"
          projectId={projectId}
          among={there}
          values={leaving}
          errors={form.fieldErrors.unassignIds}
          onChange={setUnassignIds}
        />
      )}
      <TextField
        label="Due day"
        hint="Left empty, each keeps its own."
        type="date"
        min="1900-01-01"
        max="9999-12-31"
        className="[&_input]:w-48 [&_input]:max-w-full"
        value={dueOn}
        errors={form.fieldErrors.dueOn}
        onChange={(event) => setDueOn(event.target.value)}
      />
      <FormError>{form.message(['shotIds', 'assignIds', 'unassignIds', 'dueOn'])}</FormError>
      <Actions>
        <Button onClick={onEnd}>Cancel</Button>
        <Button type="submit" look="primary" busy={form.busy} disabled={ticked.length === 0 || nothing}>
          Save
        </Button>
      </Actions>
    </form>
  )
}
