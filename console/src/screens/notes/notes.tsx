import { Button, buttonLook } from '@dailies/ui/button.tsx'
import { CheckField, SelectField } from '@dailies/ui/field.tsx'
import { Empty, LoadingRows } from '@dailies/ui/states.tsx'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { MessageSquare } from 'lucide-react'
import { pages, query } from '../../api/queries.ts'
import { PersonField } from '../../production/person-field.tsx'
import * as Reviews from '../../together/lazy-reviews.ts'
import { cut } from '../../ui/cut.ts'
import { LoadMore } from '../../ui/load-more.tsx'
import { Failed } from '../../ui/states.tsx'
import { useAtOnce } from '../../ui/use-at-once.ts'
import { NoteRow } from './note-row.tsx'
import { useSceneOptions } from './use-scene-options.ts'

const route = getRouteApi('/signed-in/projects/$projectId/notes')

/** What is still to be done about takes of a film: the notes that nobody ticked off, the newest first. */
export function Notes() {
  const { projectId } = route.useParams()
  const navigate = route.useNavigate()
  const [{ scene = '', shot = '', by = '', me }, narrow] = useAtOnce(
    route.useSearch(),
    (change) =>
      void navigate({ search: (before) => ({ ...before, ...change }), replace: true, resetScroll: false }),
  )
  const params = { id: projectId }
  const list = useInfiniteQuery(
    pages('listOpenNotes', {
      params,
      query: {
        ...(scene && { sceneDbId: scene }),
        ...(shot && { shotId: shot }),
        ...(by && { authorId: by }),
        ...(me && { mentioned: 'me' as const }),
        limit: 30,
      },
    }),
  )
  const notes = list.data?.pages.flatMap(({ data }) => data) ?? []
  const isFiltered = Boolean(scene || shot || by || me)
  return (
    <div className="flex max-w-4xl flex-col gap-4">
      <search className="flex flex-wrap items-end gap-3">
        <Scene projectId={projectId} scene={scene} onChoose={(scene) => narrow({ scene, shot: undefined })} />
        {scene && <Shot sceneDbId={scene} shot={shot} onChoose={(shot) => narrow({ shot })} />}
        <PersonField
          label="By"
          projectId={projectId}
          chosen={by}
          seen={notes.flatMap(({ author }) => (author?.id ? [{ id: author.id, name: author.name }] : []))}
          onChoose={(by) => narrow({ by })}
        />
        <div className="flex min-h-10 items-center">
          <CheckField
            label="Mentions me"
            checked={Boolean(me)}
            onChange={(event) => narrow({ me: event.target.checked ? 'yes' : undefined })}
          />
        </div>
      </search>
      {list.isPending ? (
        <LoadingRows rows={5} />
      ) : list.isLoadingError ? (
        <Failed error={list.error} onRetry={() => void list.refetch()} />
      ) : notes.length === 0 && !list.hasNextPage ? (
        <Nothing
          projectId={projectId}
          onClear={
            isFiltered
              ? () => narrow({ scene: undefined, shot: undefined, by: undefined, me: undefined })
              : undefined
          }
        />
      ) : (
        <>
          <ol aria-label="Open notes" className="rounded-2xl border border-line bg-surface px-4">
            {notes.map((note) => (
              <NoteRow key={note.id} note={note} />
            ))}
          </ol>
          <LoadMore list={list} label="Show older notes" />
        </>
      )}
      <Reviews.Past projectId={projectId} />
    </div>
  )
}

interface Chosen {
  onChoose: (id: string | undefined) => void
}

function Scene({ projectId, scene, onChoose }: Chosen & { projectId: string; scene: string }) {
  const options = useSceneOptions(projectId, scene)
  return (
    <SelectField
      label="Scene"
      options={[{ value: '', label: 'All scenes' }, ...options]}
      value={scene}
      onChange={(scene) => onChoose(scene || undefined)}
      className="min-w-36 flex-1 sm:max-w-48"
    />
  )
}

function Shot({ sceneDbId, shot, onChoose }: Chosen & { sceneDbId: string; shot: string }) {
  const shots = useQuery(query('browseShots', { params: { id: sceneDbId } })).data?.data ?? []
  const options = shots.map(({ id, shotCode }) => ({ value: id, label: cut(shotCode, 40) }))
  const isKnown = shot === '' || options.some(({ value }) => value === shot)
  return (
    <SelectField
      label="Shot"
      options={[
        { value: '', label: 'All shots' },
        ...(isKnown ? [] : [{ value: shot, label: 'A shot' }]),
        ...options,
      ]}
      value={shot}
      onChange={(shot) => onChoose(shot || undefined)}
      className="min-w-36 flex-1 sm:max-w-40"
    />
  )
}

function Nothing({ projectId, onClear }: { projectId: string; onClear: (() => void) | undefined }) {
  if (onClear)
    return (
      <Empty
        icon={MessageSquare}
        title="No open note is like that"
        action={<Button onClick={onClear}>Show all open notes</Button>}
      />
    )
  return (
    <Empty
      icon={MessageSquare}
      title="Nothing is open"
      action={
        <Link to="/projects/$projectId" params={{ projectId }} className={buttonLook()}>
          To the scenes
        </Link>
      }
    >
      What is said of takes stands here until somebody ticks it off. Open a take to say something of it.
    </Empty>
  )
}
