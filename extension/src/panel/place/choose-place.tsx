import { External } from '@dailies/ui/external.tsx'
import { LoadingRows } from '@dailies/ui/states.tsx'
import { type ReactNode, useState } from 'react'
import { text } from '../../texts.ts'
import type { ListName, Lists } from '../lists/lists.ts'
import { useList } from '../lists/use-list.ts'
import { useService } from '../service.tsx'
import type { Choice } from '../ui/choices.ts'
import { Picker } from '../ui/picker.tsx'
import { Failed } from '../ui/states.tsx'
import type { ChosenPlace } from './chosen-place.ts'

export type PlaceStep = 'project' | 'scene' | 'shot' | 'character'

interface ChoosePlaceProps {
  step: PlaceStep
  place: ChosenPlace | undefined
  onChoose: (place: ChosenPlace) => void
  onClose: () => void
}

/** Stands for no shot and for no character: no id of the service is empty. */
const none = ''

/** The sheets by which a place is chosen. A project alone is no place: the choice of its scene follows. */
export function ChoosePlace({ step, place, onChoose, onClose }: ChoosePlaceProps) {
  const [projectId, setProjectId] = useState<string>()
  const choose = (next: ChosenPlace) => {
    onChoose(next)
    onClose()
  }
  if (step === 'project' && projectId === undefined) {
    return <ProjectPicker chosen={place?.projectId} onChoose={setProjectId} onClose={onClose} />
  }
  if (step === 'project' || step === 'scene' || !place) {
    const id = projectId ?? place?.projectId
    if (id === undefined) return null
    return <ScenePicker key={id} projectId={id} place={place} onChoose={choose} onClose={onClose} />
  }
  const Next = step === 'shot' ? ShotPicker : CharacterPicker
  return <Next place={place} onChoose={choose} onClose={onClose} />
}

function ProjectPicker({
  chosen,
  onChoose,
  onClose,
}: {
  chosen: string | undefined
  onChoose: (projectId: string) => void
  onClose: () => void
}) {
  return (
    <ListPicker
      title={text('panelChooseProject')}
      list="projects"
      of=""
      choiceOf={({ id, name, genre, sceneCount }) => ({
        id,
        label: name,
        hint: [genre, text('panelScenesCount', sceneCount)].filter(Boolean).join(' · '),
      })}
      chosen={chosen}
      onChoose={({ id }) => onChoose(id)}
      onClose={onClose}
      empty={text('panelNoProjects')}
      path="/projects"
    />
  )
}

interface StepProps {
  place: ChosenPlace
  onChoose: (place: ChosenPlace) => void
  onClose: () => void
}

function ScenePicker({
  projectId,
  place,
  onChoose,
  onClose,
}: Omit<StepProps, 'place'> & { projectId: string; place: ChosenPlace | undefined }) {
  const project = useList('projects', '').items?.find(({ id }) => id === projectId)
  return (
    <ListPicker
      title={project ? text('panelChooseSceneOf', project.name) : text('panelChooseScene')}
      list="scenes"
      of={projectId}
      choiceOf={({ id, sceneId, storyBeat, macroScene }) => ({
        id,
        label: sceneId,
        hint: storyBeat ?? macroScene ?? undefined,
      })}
      chosen={place?.sceneDbId}
      onChoose={({ id, sceneId }) => {
        if (id === place?.sceneDbId) return onChoose(place)
        const characterName = projectId === place?.projectId ? place.characterName : null
        onChoose({ projectId, sceneDbId: id, sceneId, shotId: null, characterName })
      }}
      onClose={onClose}
      empty={text('panelNoScenes')}
      path={`/projects/${projectId}`}
    />
  )
}

function ShotPicker({ place, onChoose, onClose }: StepProps) {
  // Where they cannot be read, none is marked.
  const mine = new Set(useList('myShots', place.projectId).items?.map(({ id }) => id))
  const hintOf = ({ id, description }: Lists['shots']) =>
    [mine.has(id) && text('panelMyShot'), description].filter(Boolean).join(' · ') || undefined
  return (
    <ListPicker
      title={text('panelChooseShot', place.sceneId)}
      list="shots"
      of={place.sceneDbId}
      choiceOf={(shot) => ({ id: shot.id, label: shot.shotCode, hint: hintOf(shot) })}
      first={{ id: none, label: text('panelNoShot') }}
      chosen={place.shotId ?? none}
      onChoose={(shot) => onChoose({ ...place, shotId: shot?.id ?? null })}
      onClose={onClose}
      empty={text('panelNoShots')}
      path={`/scenes/${place.sceneDbId}`}
    />
  )
}

function CharacterPicker({ place, onChoose, onClose }: StepProps) {
  return (
    <ListPicker
      title={text('panelChooseCharacter')}
      list="characters"
      of={place.projectId}
      // By name, which the capture has as a tag.
      choiceOf={({ name, role }) => ({ id: name, label: name, hint: role ?? undefined })}
      first={{ id: none, label: text('panelNoCharacter') }}
      chosen={place.characterName ?? none}
      onChoose={(character) => onChoose({ ...place, characterName: character?.name ?? null })}
      onClose={onClose}
      empty={text('panelNoCharacters')}
      path={`/projects/${place.projectId}/characters`}
    />
  )
}

interface ListPickerProps<N extends ListName, F extends Choice | undefined> {
  title: string
  list: N
  of: string
  choiceOf: (item: Lists[N]) => Choice
  /** Stands before all others, and is chosen as undefined. */
  first?: F
  chosen: string | undefined
  onChoose: (item: F extends Choice ? Lists[N] | undefined : Lists[N]) => void
  onClose: () => void
  /** What it says when there is none, with a link to where one is made in the console. */
  empty: string
  path: string
}

/** A sheet to choose from a list of the service. */
function ListPicker<N extends ListName, F extends Choice | undefined = undefined>({
  title,
  list,
  of,
  choiceOf,
  first,
  chosen,
  onChoose,
  onClose,
  empty,
  path,
}: ListPickerProps<N, F>) {
  const { items, error, refresh } = useList(list, of)
  const { hrefOf } = useService()
  const byId = new Map(items?.map((item) => [choiceOf(item).id, item]))
  const choices = [...(first ? [first] : []), ...(items?.map(choiceOf) ?? [])]
  const link = <External href={hrefOf(path)}>{text('panelOpenConsole')}</External>
  return (
    <Picker
      // The chosen one is brought into sight when the list is there.
      key={items ? 'read' : 'reading'}
      title={title}
      choices={choices}
      chosen={chosen}
      onChoose={(id) => onChoose(byId.get(id) as Lists[N])}
      onClose={onClose}
      instead={insteadOf({ items, error, refresh, empty, link })}
    />
  )
}

function insteadOf({
  items,
  error,
  refresh,
  empty,
  link,
}: {
  items: unknown[] | undefined
  error: unknown
  refresh: () => void
  empty: string
  link: ReactNode
}): ReactNode {
  if (items && items.length > 0) return undefined
  return (
    <div className="px-4 pb-6">
      {error ? (
        <Failed error={error} onRetry={refresh} />
      ) : items ? (
        <p className="text-muted">
          {empty} {link}
        </p>
      ) : (
        <LoadingRows rows={5} className="h-10" />
      )}
    </div>
  )
}
