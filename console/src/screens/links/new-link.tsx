import { Button } from '@dailies/ui/button.tsx'
import { SelectField } from '@dailies/ui/field.tsx'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, type Reply } from '../../api/call.ts'
import { outdate, pages } from '../../api/queries.ts'
import { useAllPages } from '../../api/use-all-pages.ts'
import { useAllScenes } from '../../production/use-all-scenes.ts'
import { Actions, Dialog } from '../../ui/dialog.tsx'
import { FormError, useDraft, useSubmit } from '../../ui/form.tsx'
import { bodyOf, emptyLink, LinkFields, linkFields } from './link-fields.tsx'

/** What a link shows, as one choice: `film`, `scene ID` or `playlist ID`. */
export type ShownBy = string

interface NewLinkProps {
  projectId: string
  initial: ShownBy
  onClose: () => void
  onMade: (made: Reply<'createLink'>['data']) => void
}

export function NewLink({ projectId, initial, onClose, onMade }: NewLinkProps) {
  const queryClient = useQueryClient()
  const [shown, setShown] = useState(initial)
  const { values, set } = useDraft(emptyLink)
  const form = useSubmit(async () => {
    const body = { ...bodyOf(values), ...whatOf(shown) }
    const { data } = await call('createLink', { params: { id: projectId }, body })
    onMade(data)
    await outdate(queryClient, 'listLinks', 'listLinkChanges')
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title="New review link"
      description="Whoever has it looks without an account."
    >
      <form onSubmit={form.submit} className="flex flex-col gap-5">
        <ShownChoice
          projectId={projectId}
          value={shown}
          onChange={setShown}
          errors={form.fieldErrors.sceneDbId ?? form.fieldErrors.playlistId}
        />
        <LinkFields values={values} set={set} fieldErrors={form.fieldErrors} />
        <FormError>{form.message([...linkFields, 'sceneDbId', 'playlistId'])}</FormError>
        <Actions sticky>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={form.busy}>
            Make the link
          </Button>
        </Actions>
      </form>
    </Dialog>
  )
}

function whatOf(shown: ShownBy) {
  const [shows, id] = shown.split(' ') as ['film' | 'scene' | 'playlist', string | undefined]
  return {
    shows,
    ...(shows === 'scene' && { sceneDbId: id }),
    ...(shows === 'playlist' && { playlistId: id }),
  }
}

function ShownChoice({
  projectId,
  value,
  onChange,
  errors,
}: {
  projectId: string
  value: ShownBy
  onChange: (value: ShownBy) => void
  errors: string[] | undefined
}) {
  const { scenes } = useAllScenes(projectId)
  const playlists = useInfiniteQuery(pages('listPlaylists', { params: { id: projectId } }))
  useAllPages(playlists)
  const options = [
    { value: 'film', label: 'The film as it is when they look' },
    ...(playlists.data?.pages.flatMap(({ data }) => data) ?? []).map(({ id, name }) => ({
      value: `playlist ${id}`,
      label: `Playlist ${name}`,
    })),
    ...scenes.map(({ id, sceneId }) => ({ value: `scene ${id}`, label: `Scene ${sceneId}: all its takes` })),
  ]
  const isKnown = options.some((option) => option.value === value)
  const [shows] = value.split(' ')
  return (
    <SelectField
      label="Shows"
      value={value}
      onChange={onChange}
      errors={errors}
      options={isKnown ? options : [{ value, label: `This ${shows}` }, ...options]}
    />
  )
}
