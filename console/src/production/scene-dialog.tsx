import { listedStoryBeat } from '@dailies/contract/listed-text.ts'
import type { SceneOverview } from '@dailies/contract/production.ts'
import { TextAreaField, TextField } from '@dailies/ui/field.tsx'
import { notify } from '@dailies/ui/notices.ts'
import { LoadingRows } from '@dailies/ui/states.tsx'
import { useQuery } from '@tanstack/react-query'
import { useId, useRef } from 'react'
import { call } from '../api/call.ts'
import { onlyChanged } from '../api/only-changed.ts'
import { query } from '../api/queries.ts'
import { Clashes } from '../ui/clashes.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DraftKept } from '../ui/draft-kept.tsx'
import { FormError, useDraft, useSubmit } from '../ui/form.tsx'
import { Failed } from '../ui/states.tsx'
import { AddActions } from './add-actions.tsx'
import { useProductionChanged } from './production-changed.ts'

type SceneDialogProps = { open: boolean; onClose: () => void } & (
  | { scene: SceneOverview }
  /** A new one is made; the others tell which macro scenes there are. */
  | { projectId: string; scenes: SceneOverview[] }
)

export function SceneDialog({ open, onClose, ...of }: SceneDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={'scene' in of ? `Edit scene ${of.scene.sceneId}` : 'New scene'}
    >
      {'scene' in of && mayBeCut(of.scene) ? (
        <WholeSceneForm id={of.scene.id} onEnd={onClose} />
      ) : (
        <SceneForm {...of} onEnd={onClose} />
      )}
    </Dialog>
  )
}

/** The list, from which the scene comes, has only the beginning of a long text. */
function mayBeCut({ storyBeat }: SceneOverview): boolean {
  return (storyBeat?.length ?? 0) >= listedStoryBeat
}

function WholeSceneForm({ id, onEnd }: { id: string; onEnd: () => void }) {
  const whole = useQuery(query('readScene', { params: { id } }))
  if (whole.data) return <SceneForm scene={whole.data.data} onEnd={onEnd} />
  return whole.error ? (
    <Failed error={whole.error} onRetry={() => void whole.refetch()} />
  ) : (
    <LoadingRows rows={4} />
  )
}

type SceneFormProps = { onEnd: () => void } & (
  | { scene: SceneOverview }
  | { projectId: string; scenes: SceneOverview[] }
)

const labels = { sceneId: 'Number', act: 'Act', macroScene: 'Macro scene', storyBeat: 'Story beat' }

function SceneForm({ onEnd, ...of }: SceneFormProps) {
  const scene = 'scene' in of ? of.scene : undefined
  const others = 'scenes' in of ? of.scenes : []
  const changed = useProductionChanged()
  const number = useRef<HTMLInputElement>(null)
  const again = useRef(false)
  const macroScenes = useId()
  const initial = draftOf(scene)
  const draft = useDraft(
    initial,
    scene ? `scene-${scene.id}` : `new-scene-${'projectId' in of ? of.projectId : ''}`,
    scene,
  )
  const { values, set, reset } = draft
  const form = useSubmit(async () => {
    const body = bodyOf(values)
    const changes = onlyChanged(bodyOf(initial), body)
    const { data } =
      'scene' in of
        ? await call('updateScene', {
            params: { id: of.scene.id },
            body: { ...changes, was: draft.wasOf(changes) },
          })
        : await call('createScene', { params: { id: of.projectId }, body })
    void changed()
    if (!again.current) {
      reset()
      return onEnd()
    }
    notify(`Scene ${data.sceneId} is added`)
    reset({ act: values.act, macroScene: values.macroScene })
    number.current?.focus()
  })
  return (
    <form onSubmit={form.submit} className="flex flex-col gap-4">
      <DraftKept changed={draft.changed} onDiscard={() => reset()} />
      <div className="grid grid-cols-2 gap-4">
        <TextField
          ref={number}
          label="Number"
          autoFocus
          required
          maxLength={50}
          autoComplete="off"
          placeholder="012A"
          className="[&_input]:font-mono [&_input]:uppercase [&_input]:placeholder:normal-case"
          value={values.sceneId}
          errors={form.fieldErrors.sceneId}
          onChange={(event) => set({ sceneId: event.target.value })}
        />
        <TextField
          label="Act"
          type="number"
          step="any"
          value={values.act}
          errors={form.fieldErrors.act}
          onChange={(event) => set({ act: event.target.value })}
        />
      </div>
      <TextField
        label="Macro scene"
        maxLength={500}
        list={macroScenes}
        hint="A sequence of scenes that belong together"
        value={values.macroScene}
        errors={form.fieldErrors.macroScene}
        onChange={(event) => set({ macroScene: event.target.value })}
      />
      <datalist id={macroScenes}>
        {[...new Set(others.flatMap(({ macroScene }) => macroScene ?? []))].map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <TextAreaField
        label="Story beat"
        maxLength={20_000}
        placeholder="What happens, in a sentence or two"
        value={values.storyBeat}
        errors={form.fieldErrors.storyBeat}
        onChange={(event) => set({ storyBeat: event.target.value })}
      />
      <FormError>{form.message(Object.keys(labels))}</FormError>
      <Clashes form={form} draft={draft} labels={labels} />
      <AddActions
        adds={!scene}
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

function draftOf(scene: SceneOverview | undefined) {
  return {
    sceneId: scene?.sceneId ?? '',
    act: scene?.act?.toString() ?? '',
    macroScene: scene?.macroScene ?? '',
    storyBeat: scene?.storyBeat ?? '',
  }
}

function bodyOf({ sceneId, act, macroScene, storyBeat }: ReturnType<typeof draftOf>) {
  return {
    sceneId,
    act: act === '' ? null : Number(act),
    macroScene: macroScene.trim() || null,
    storyBeat: storyBeat.trim() || null,
  }
}
