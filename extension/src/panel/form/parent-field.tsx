import { Button } from '@dailies/ui/button.tsx'
import { TextField } from '@dailies/ui/field.tsx'
import { takeName } from '@dailies/ui/take-name.ts'
import { ListTree } from 'lucide-react'
import { useState } from 'react'
import { text } from '../../texts.ts'
import { useList } from '../lists/use-list.ts'
import { assetTypeLabels } from '../ui/labels.ts'
import { Picker } from '../ui/picker.tsx'
import type { CaptureFormState } from './use-capture-form.ts'
import { useSceneDbId } from './use-scene-db-id.ts'

/** The version that this one iterates on: one of the scene's latest, or the address of any other of the project. */
export function ParentField({ form }: { form: CaptureFormState }) {
  const { draft, set, errorsAt } = form
  const [choosing, setChoosing] = useState(false)
  const versions = useList('versions', useSceneDbId(form)).items ?? []
  const nameOf = (version: (typeof versions)[number]) =>
    `${takeName(version)} · ${assetTypeLabels[version.assetType]} · ${version.platformLabel}`
  const chosen = versions.find(({ id }) => id === draft.parentVersionId)
  return (
    <div className="flex flex-col gap-1.5">
      <TextField
        label={text('panelParent')}
        hint={chosen ? nameOf(chosen) : text('panelParentHint')}
        autoComplete="off"
        value={draft.parentVersionId}
        onChange={({ target }) => set({ parentVersionId: target.value })}
        errors={errorsAt('parentVersionId')}
      />
      {versions.length > 0 && (
        <Button size="small" icon={ListTree} className="self-start" onClick={() => setChoosing(true)}>
          {text('panelChooseVersion')}
        </Button>
      )}
      {choosing && (
        <Picker
          title={text('panelParent')}
          choices={versions.map((version) => ({
            id: version.id,
            label: nameOf(version),
            hint: version.prompt,
          }))}
          chosen={draft.parentVersionId}
          onChoose={(parentVersionId) => {
            set({ parentVersionId })
            setChoosing(false)
          }}
          onClose={() => setChoosing(false)}
        />
      )}
    </div>
  )
}
