import { Button, buttonLook, IconButton } from '@dailies/ui/button.tsx'
import { Link, useNavigate } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight, Keyboard, ListChecks, Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Reply } from '../../api/call.ts'
import type { Dropped } from '../../drops/dropped.ts'
import { ExportButton } from '../../exports/export-button.tsx'
import { AlsoHere } from '../../live/also-here.tsx'
import { PlayFilm } from '../../production/play-film.tsx'
import { RoleNote, useMay } from '../../production/role.tsx'
import { SceneMenu } from '../../production/scene-menu.tsx'
import { ShotDialog } from '../../production/shot-dialog.tsx'
import type { BoardSearch } from '../../takes/board-search.ts'
import { ReviewTogether } from '../../together/review-together.tsx'
import { Slate } from '../../ui/page.tsx'
import { Progress } from '../../ui/states.tsx'
import { AddFiles } from '../../uploads/add-files.tsx'
import { AddFolder } from '../../uploads/add-folder.tsx'
import type { Neighbours } from './use-neighbours.ts'

type SceneData = Reply<'readScene'>['data']

interface SceneHeaderProps {
  /** What of the board is in the address. */
  search: BoardSearch
  scene: SceneData
  neighbours: Neighbours
  /** Undefined for who may not. */
  onFiles: ((dropped: Dropped) => void) | undefined
  onShowKeys: () => void
}

/** Which scene it is, what happens in it, how far its shots are, and the way to the scenes around it. */
export function SceneHeader({ search, scene, neighbours, onFiles, onShowKeys }: SceneHeaderProps) {
  const { project, act, macroScene, storyBeat } = scene
  const navigate = useNavigate()
  const place = [act === null ? '' : `Act ${act}`, macroScene ?? ''].filter(Boolean).join(' · ')
  return (
    <header className="flex flex-wrap items-start gap-x-6 gap-y-3">
      <div className="min-w-0 flex-1 basis-72">
        <nav aria-label="Breadcrumb">
          <ol className="flex flex-wrap items-center gap-1 text-sm text-muted">
            <li className="flex items-center gap-1">
              <Link to="/projects" className="rounded underline-offset-2 hover:underline">
                Projects
              </Link>
              <ChevronRight size={14} aria-hidden />
            </li>
            <li className="min-w-0">
              <Link
                to="/projects/$projectId"
                params={{ projectId: project.id }}
                className="line-clamp-1 rounded wrap-anywhere underline-offset-2 hover:underline"
              >
                {project.name}
              </Link>
            </li>
          </ol>
        </nav>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="flex max-w-full items-center gap-2.5 text-2xl font-semibold tracking-tight">
            Scene
            <span className="min-w-0 [&>*]:max-w-full [&>*]:truncate [&>*]:align-middle [&>*]:text-xl">
              <Slate>{scene.sceneId}</Slate>
            </span>
          </h1>
          {place && <p className="line-clamp-1 min-w-0 text-muted wrap-anywhere">{place}</p>}
          <RoleNote />
        </div>
        {storyBeat && (
          <p dir="auto" className="mt-1 line-clamp-2 max-w-prose text-sm wrap-anywhere" title={storyBeat}>
            {storyBeat}
          </p>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-2 max-sm:w-full">
        <ShotProgress scene={scene} />
        <AlsoHere sceneDbId={scene.id} />
        <Link
          to="/scenes/$sceneId/triage"
          params={{ sceneId: scene.id }}
          search={search}
          title="Go through the takes by keys (T)"
          className={buttonLook()}
        >
          <ListChecks size={16} aria-hidden />
          Triage
        </Link>
        <PlayFilm projectId={project.id} part={{ scene: scene.id }} />
        <ReviewTogether
          projectId={project.id}
          role={project.role}
          plays={{ kind: 'scene', id: scene.id }}
          name={`Scene ${scene.sceneId}`}
        />
        <ExportButton projectId={project.id} what={{ of: 'film', scene: scene.id }} small />
        {onFiles && (
          <span className="flex">
            <AddFiles
              label="Add files"
              many
              size="normal"
              onFiles={(files) => onFiles({ files, folders: [] })}
            />
            <AddFolder onFiles={(files) => onFiles({ files, folders: [] })} />
          </span>
        )}
        <nav aria-label="Scenes around" className="flex">
          <Neighbour to={neighbours.previous} label="Previous scene" tip="[">
            <ChevronLeft size={20} aria-hidden />
          </Neighbour>
          <Neighbour to={neighbours.next} label="Next scene" tip="]">
            <ChevronRight size={20} aria-hidden />
          </Neighbour>
        </nav>
        <span className="hidden pointer-fine:block">
          <IconButton icon={Keyboard} label="Keys" tip="Keys (?)" onClick={onShowKeys} />
        </span>
        <SceneMenu
          projectId={project.id}
          scene={scene}
          ofScreen
          onDeleted={() => navigate({ to: '/projects/$projectId', params: { projectId: project.id } })}
        />
      </div>
    </header>
  )
}

function ShotProgress({ scene }: { scene: SceneData }) {
  const { requiredShots, approvedShots, done } = scene
  if (requiredShots === 0) return <WithoutShots scene={scene} />
  return (
    <div className="min-w-44 max-sm:min-w-24 max-sm:flex-1">
      <p className="mb-1 text-sm text-muted sm:whitespace-nowrap">
        <span className="font-semibold text-ink tabular-nums">
          {approvedShots} of {requiredShots}
        </span>{' '}
        {done ? 'approved: complete' : requiredShots === 1 ? 'shot approved' : 'shots approved'}
      </p>
      <Progress value={approvedShots / requiredShots} label="Shots approved" />
    </div>
  )
}

/** How far a scene is goes by its required shots: here one can be made. */
function WithoutShots({ scene }: { scene: SceneData }) {
  const [adding, setAdding] = useState(false)
  const mayBuild = useMay('editor')
  if (scene.done) return <p className="text-sm text-good max-sm:flex-1">Done: the winner is final</p>
  return (
    <div className="flex flex-wrap items-center gap-2 text-sm text-muted max-sm:flex-1">
      No required shots
      {mayBuild && (
        <>
          <Button size="small" icon={Plus} onClick={() => setAdding(true)}>
            Add a shot
          </Button>
          <ShotDialog
            projectId={scene.project.id}
            scene={scene}
            open={adding}
            onClose={() => setAdding(false)}
          />
        </>
      )}
    </div>
  )
}

interface NeighbourProps {
  to: Neighbours['next']
  label: string
  tip: string
  children: ReactNode
}

function Neighbour({ to, label, tip, children }: NeighbourProps) {
  const look = 'flex size-10 items-center justify-center rounded-lg'
  // The first scene has none before it; the place stays, so that the other one does not move.
  if (!to)
    return (
      <span aria-hidden className={`${look} text-line`}>
        {children}
      </span>
    )
  return (
    <Link
      to="/scenes/$sceneId"
      params={{ sceneId: to.id }}
      aria-label={`${label}: ${to.sceneId}`}
      title={`${label}: ${to.sceneId} (${tip})`}
      className={`${look} hover:bg-sunken`}
    >
      {children}
    </Link>
  )
}
