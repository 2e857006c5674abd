import { TextField } from '@dailies/ui/field.tsx'
import { useId } from 'react'
import { text } from '../../texts.ts'
import { useCompareGroups } from '../scene/use-compare-groups.ts'
import type { CaptureFormState } from './use-capture-form.ts'
import { useSceneDbId } from './use-scene-db-id.ts'

/** A label of its own, or one that is in the scene already. */
export function CompareGroupField({ form }: { form: CaptureFormState }) {
  const id = useId()
  const groups = useCompareGroups(useSceneDbId(form))
  return (
    <>
      <TextField
        label={text('panelGroup')}
        list={id}
        autoComplete="off"
        value={form.draft.compareGroup}
        onChange={({ target }) => form.set({ compareGroup: target.value })}
        errors={form.errorsAt('compareGroup')}
      />
      <datalist id={id}>
        {groups.map((group) => (
          <option key={group} value={group} />
        ))}
      </datalist>
    </>
  )
}
