import { SelectField, TextField } from '@dailies/ui/field.tsx'
import { useState } from 'react'
import type { Input } from '../../api/call.ts'
import { NamePlaylist } from '../../playlists/name-playlist.tsx'
import { useScenesSoFar } from '../../production/use-all-scenes.ts'
import { cut } from '../../ui/cut.ts'

type Source = 'project' | 'act' | 'scene' | 'new' | 'nothing'
type Body = Input<'createPlaylist'>['body']

const sources: { value: Source; label: string }[] = [
  { value: 'project', label: 'Winners of the project' },
  { value: 'act', label: 'Winners of an act' },
  { value: 'scene', label: 'Winners of a scene' },
  { value: 'new', label: 'New takes since a day' },
  { value: 'nothing', label: 'Nothing: an empty one' },
]

/** Makes a playlist of what the winners or the new takes are now. */
export function NewPlaylist({ projectId, onClose }: { projectId: string; onClose: () => void }) {
  const scenes = useScenesSoFar(projectId)
  const acts = [...new Set(scenes.flatMap(({ act }) => act ?? []))]
  const [source, setSource] = useState<Source>('project')
  const [act, setAct] = useState('')
  const [sceneDbId, setScene] = useState('')
  const [day, setDay] = useState(yesterday)
  const chosenAct = act || String(acts[0] ?? '')
  const chosenScene = sceneDbId || (scenes[0]?.id ?? '')
  const offered = sources.filter(
    ({ value }) => (value !== 'act' || acts.length > 0) && (value !== 'scene' || scenes.length > 0),
  )
  return (
    <NamePlaylist
      projectId={projectId}
      from={() => sourceOf(source, { act: chosenAct, sceneDbId: chosenScene, day })}
      onClose={onClose}
      fields={['act', 'sceneDbId', 'since']}
    >
      {(fieldErrors) => (
        <>
          <SelectField label="Made from" value={source} options={offered} onChange={setSource} />
          {source === 'act' && (
            <SelectField
              label="Act"
              value={chosenAct}
              options={acts.map((one) => ({ value: String(one), label: `Act ${one}` }))}
              errors={fieldErrors.act}
              onChange={setAct}
            />
          )}
          {source === 'scene' && (
            <SelectField
              label="Scene"
              value={chosenScene}
              options={scenes.map(({ id, sceneId, storyBeat }) => ({
                value: id,
                label: storyBeat ? `${sceneId}: ${cut(storyBeat, 60)}` : sceneId,
              }))}
              errors={fieldErrors.sceneDbId}
              onChange={setScene}
            />
          )}
          {source === 'new' && (
            <TextField
              label="Since"
              type="date"
              required
              value={day}
              errors={fieldErrors.since}
              onChange={(event) => setDay(event.target.value)}
            />
          )}
        </>
      )}
    </NamePlaylist>
  )
}

function sourceOf(
  source: Source,
  { act, sceneDbId, day }: { act: string; sceneDbId: string; day: string },
): Partial<Body> {
  if (source === 'project') return { from: 'winners' }
  if (source === 'act') return { from: 'winners', act: Number(act) }
  if (source === 'scene') return { from: 'winners', sceneDbId }
  // From the beginning of the day, where whoever makes it is.
  if (source === 'new') return { from: 'new', since: new Date(`${day}T00:00`).toISOString() }
  return {}
}

function yesterday(): string {
  const date = new Date(Date.now() - 86_400_000)
  const two = (number: number) => String(number).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
