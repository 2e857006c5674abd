import type { RightsState } from '@dailies/contract/asset-version.ts'
import type { AssetDetails, AssetVersion } from '@dailies/contract/board.ts'
import { rightsLabels } from '@dailies/ui/badges.tsx'
import { Button } from '@dailies/ui/button.tsx'
import { SelectField, TextAreaField, TextField } from '@dailies/ui/field.tsx'
import { notify } from '@dailies/ui/notices.ts'
import { optionsOf } from '@dailies/ui/options.ts'
import { TagsField } from '@dailies/ui/tags-field.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call, type EndpointName } from '../../api/call.ts'
import { onlyChanged } from '../../api/only-changed.ts'
import { outdate, query } from '../../api/queries.ts'
import { useKnownTags } from '../../tags/use-known-tags.ts'
import { useTagColors } from '../../tags/use-tag-colors.ts'
import { Clashes } from '../../ui/clashes.tsx'
import { FormError, useDraft, useSubmit } from '../../ui/form.tsx'
import { tagChanges } from '../../ui/list-change.ts'

interface Details {
  title: string
  rightsState: RightsState
  shotId: string
  tags: string[]
  notes: string
}

const labels = { title: 'Title', rightsState: 'Rights', shotId: 'Shot', addTags: 'Tags', notes: 'Notes' }
const rightsOptions = optionsOf(rightsLabels)

/** What repeats the details elsewhere. */
const repeating: EndpointName[] = [
  'browseAssets',
  'listAssetFacets',
  'browseShots',
  'readScene',
  'readLineage',
  'readReport',
  'browseReport',
]

/** What people say of a version: to be changed at any time, other than what was captured. */
export function DetailsForm({ version }: { version: AssetVersion }) {
  const queryClient = useQueryClient()
  const shots = useQuery(query('browseShots', { params: { id: version.scene.id } }))
  const colors = useTagColors(version.project.id)
  const known = useKnownTags(version.project.id)
  const now = detailsOf(version)
  const draft = useDraft<Details>(now, `version.${version.id}`, version)
  const { values, set } = draft
  const changes = {
    ...onlyChanged(bodyOf(now), bodyOf(values)),
    ...tagChanges(now.tags, values.tags),
  }
  const changed = Object.keys(changes).length > 0
  const params = { id: version.id }
  const form = useSubmit(async () => {
    const body = { ...changes, was: draft.wasOf(changes) }
    const answer = await call('updateAssetDetails', { params, body })
    queryClient.setQueryData(query('readAsset', { params }).queryKey, answer)
    draft.sent(values, answer.data)
    notify('Saved')
    await outdate(queryClient, ...repeating)
  })
  const shotWord = (id: string | null) =>
    shotOptions(version, shots.data?.data).find(({ value }) => value === id)?.label ?? 'No shot'
  const discard = () => {
    form.clear()
    draft.reset()
  }
  return (
    <form onSubmit={form.submit} className="flex flex-col gap-4">
      <TextField
        label="Title"
        maxLength={1000}
        value={values.title}
        errors={form.fieldErrors.title}
        onChange={(event) => set({ title: event.target.value })}
      />
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-1">
        <SelectField
          label="Rights"
          options={rightsOptions}
          value={values.rightsState}
          errors={form.fieldErrors.rightsState}
          onChange={(rightsState) => set({ rightsState })}
        />
        <SelectField
          label="Shot"
          options={[{ value: '', label: 'No shot' }, ...shotOptions(version, shots.data?.data)]}
          value={values.shotId}
          errors={form.fieldErrors.shotId}
          onChange={(shotId) => set({ shotId })}
        />
      </div>
      {changes.shotId !== undefined && version.selected && (
        <p className="text-sm text-warn">
          It is the winner where it is now, and will be none in the other place.
        </p>
      )}
      <TagsField
        label="Tags"
        tags={values.tags}
        errors={form.fieldErrors.addTags}
        onChange={(tags) => set({ tags })}
        colors={colors}
        offered={known.tags}
        onTyped={known.onTyped}
      />
      <TextAreaField
        label="Notes"
        rows={3}
        maxLength={20_000}
        value={values.notes}
        errors={form.fieldErrors.notes}
        onChange={(event) => set({ notes: event.target.value })}
      />
      <FormError>{form.message(Object.keys(labels))}</FormError>
      <Clashes
        form={form}
        draft={draft}
        labels={labels}
        words={{ rightsState: (state: RightsState) => rightsLabels[state], shotId: shotWord }}
      />
      {changed && (
        <div className="flex items-center justify-end gap-2">
          <span role="status" className="mr-auto text-sm text-muted">
            Not saved yet.
          </span>
          <Button onClick={discard}>Discard</Button>
          <Button type="submit" look="primary" busy={form.busy}>
            Save
          </Button>
        </div>
      )}
    </form>
  )
}

function detailsOf({ title, rightsState, shotId, tags, notes }: AssetVersion): Details {
  return { title: title ?? '', rightsState, shotId: shotId ?? '', tags, notes: notes ?? '' }
}

function bodyOf({ title, rightsState, shotId, notes }: Details): AssetDetails {
  return { title: title || null, rightsState, shotId: shotId || null, notes: notes || null }
}

/** The shots of the scene; until they are there, at least its own. */
function shotOptions({ shot }: AssetVersion, shots: { id: string; shotCode: string }[] | undefined) {
  return (shots ?? (shot ? [shot] : [])).map(({ id, shotCode }) => ({ value: id, label: shotCode }))
}
