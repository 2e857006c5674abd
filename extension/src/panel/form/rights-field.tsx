import { SelectField } from '@dailies/ui/field.tsx'
import { optionsOf } from '@dailies/ui/options.ts'
import { text } from '../../texts.ts'
import { useList } from '../lists/use-list.ts'
import { rightsLabels } from '../ui/labels.ts'
import type { CaptureFormState } from './use-capture-form.ts'
import { useProjectId } from './use-project-id.ts'

/** The rights. What nobody says is as the studio has it for the platform, where it has: that is shown. */
export function RightsField({ form }: { form: CaptureFormState }) {
  const { draft, set, errorsAt } = form
  const defaults = useList('rightsDefaults', useProjectId(form)).items ?? []
  const key = draft.platformKey.trim().toLowerCase()
  const said = defaults.find(({ platformKey }) => platformKey === key)?.rightsState
  return (
    <SelectField
      label={text('panelRights')}
      options={optionsOf({
        ...rightsLabels,
        ...(said && { UNKNOWN: text('panelRightsAsSaid', rightsLabels[said]) }),
      })}
      hint={said && text('panelRightsAsSaidHint')}
      value={draft.rightsState}
      onChange={(rightsState) => set({ rightsState })}
      errors={errorsAt('rightsState')}
    />
  )
}
