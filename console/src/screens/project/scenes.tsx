import type { SceneOverview } from '@dailies/contract/production.ts'
import { Button, buttonLook } from '@dailies/ui/button.tsx'
import { Empty, LoadingRows } from '@dailies/ui/states.tsx'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ArrowDownUp, Clapperboard, FileUp, Plus } from 'lucide-react'
import { type Ref, useId, useRef, useState } from 'react'
import { useCommands } from '../../palette/commands.ts'
import { PlayFilm } from '../../production/play-film.tsx'
import { useMay } from '../../production/role.tsx'
import { SceneDialog } from '../../production/scene-dialog.tsx'
import { groupScenes, groupTitle, type SceneGroup } from '../../production/scene-groups.ts'
import { useAllScenes } from '../../production/use-all-scenes.ts'
import { counted, countedOf } from '../../ui/counted.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { FirstTake } from './first-take.tsx'
import { SceneRow } from './scene-row.tsx'
import { useNextScene } from './use-next-scene.ts'

const SceneOrder = lazyPart(async () => (await import('./scene-order.tsx')).SceneOrder, {
  loading: <LoadingRows />,
})

const route = getRouteApi('/signed-in/projects/$projectId/')

/** The scenes of a project, by act and macro scene. */
export function Scenes() {
  const { projectId } = route.useParams()
  const { list, scenes, complete } = useAllScenes(projectId)
  const mayBuild = useMay('editor')
  const [adding, setAdding] = useState(false)
  const [order, setOrder] = useState<'shown' | 'changing' | 'changed'>('shown')
  const groups = groupScenes(scenes)
  const add = useRef<HTMLButtonElement>(null)
  const onDeleted = useNextScene(
    groups.flatMap((group) => group.scenes.map(({ id }) => id)),
    add,
  )
  const versions = sum(scenes, ({ versionCount }) => versionCount)
  useCommands(() =>
    mayBuild && order !== 'changing'
      ? [
          { name: 'Add a scene', icon: Plus, run: () => setAdding(true) },
          ...(complete && scenes.length > 1
            ? [{ name: 'Reorder the scenes', icon: ArrowDownUp, run: () => setOrder('changing') }]
            : []),
        ]
      : [],
  )

  if (order === 'changing' && mayBuild) {
    return <SceneOrder projectId={projectId} scenes={scenes} onEnd={() => setOrder('changed')} />
  }
  return (
    <>
      {scenes.length === 0 ? (
        <NoScenes projectId={projectId} onAdd={() => setAdding(true)} add={add} />
      ) : (
        <>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <p role="status" className="min-w-0 flex-1 basis-60 text-sm text-muted">
              {complete ? summary(scenes, versions) : `${scenes.length} scenes so far, loading the others …`}
            </p>
            {mayBuild && (
              <div className="flex flex-wrap gap-2">
                <Button
                  icon={ArrowDownUp}
                  disabled={!complete || scenes.length < 2}
                  autoFocus={order === 'changed'}
                  onClick={() => setOrder('changing')}
                >
                  Reorder
                </Button>
                <Button ref={add} icon={Plus} look="primary" onClick={() => setAdding(true)}>
                  Add a scene
                </Button>
              </div>
            )}
          </div>
          {complete && versions === 0 && mayBuild && (
            <FirstTake projectId={projectId} sceneId={scenes[0]!.sceneId} />
          )}
          {groups.map((group) => (
            <Group
              key={group.scenes[0]!.id}
              projectId={projectId}
              group={group}
              only={groups.length === 1}
              onDeleted={onDeleted}
            />
          ))}
          <LoadMore list={list} label="Load the other scenes" />
        </>
      )}
      {mayBuild && (
        <SceneDialog projectId={projectId} open={adding} onClose={() => setAdding(false)} scenes={scenes} />
      )}
    </>
  )
}

function summary(scenes: SceneOverview[], versions: number): string {
  const required = sum(scenes, ({ requiredShots }) => requiredShots)
  const approved = sum(scenes, ({ approvedShots }) => approvedShots)
  const done = scenes.filter((scene) => scene.done).length
  return [
    counted(scenes.length, 'scene'),
    counted(versions, 'take'),
    required > 0 && `${countedOf(approved, required, 'shot')} approved`,
    done > 0 && `${counted(done, 'scene')} done`,
  ]
    .filter(Boolean)
    .join(' · ')
}

function sum<T>(all: T[], of: (one: T) => number): number {
  return all.reduce((total, one) => total + of(one), 0)
}

function Group({
  projectId,
  group,
  only,
  onDeleted,
}: {
  projectId: string
  group: SceneGroup<SceneOverview>
  only: boolean
  onDeleted: (id: string) => void
}) {
  const title = groupTitle(group)
  const heading = useId()
  const required = sum(group.scenes, ({ requiredShots }) => requiredShots)
  const approved = sum(group.scenes, ({ approvedShots }) => approvedShots)
  return (
    <section aria-labelledby={heading}>
      <div className={only && !title ? 'sr-only' : 'mb-2 flex items-center gap-3'}>
        <h2
          id={heading}
          className={`line-clamp-3 min-w-0 wrap-anywhere ${title ? 'font-semibold' : 'text-muted'}`}
        >
          {title ?? 'Without an act'}
        </h2>
        {/* On a phone no more of it would be left than a dash. */}
        <span className="h-px flex-1 bg-line max-sm:invisible" aria-hidden />
        {group.scenes[0]!.act !== null && (
          <PlayFilm
            projectId={projectId}
            part={{ act: String(group.scenes[0]!.act) }}
            label={`Play act ${group.scenes[0]!.act}`}
            look="quiet"
            size="small"
          />
        )}
        <p className="shrink-0 text-sm text-muted">
          {counted(group.scenes.length, 'scene')}
          {required > 0 && (
            <span className="max-sm:hidden">, {countedOf(approved, required, 'shot')} approved</span>
          )}
        </p>
      </div>
      <ul className="overflow-hidden rounded-2xl border border-line bg-surface">
        {group.scenes.map((scene) => (
          <SceneRow key={scene.id} projectId={projectId} scene={scene} onDeleted={onDeleted} />
        ))}
      </ul>
    </section>
  )
}

function NoScenes({
  projectId,
  onAdd,
  add,
}: {
  projectId: string
  onAdd: () => void
  add: Ref<HTMLButtonElement>
}) {
  if (!useMay('editor')) {
    return (
      <Empty icon={Clapperboard} title="No scenes yet">
        They appear here once somebody who edits the film has made them.
      </Empty>
    )
  }
  return (
    <Empty
      icon={Clapperboard}
      title="No scenes yet"
      action={
        <>
          <Button ref={add} look="primary" icon={Plus} onClick={onAdd}>
            Add a scene
          </Button>
          <Link to="/projects/$projectId/import" params={{ projectId }} className={buttonLook()}>
            <FileUp size={16} aria-hidden />
            Import a screenplay
          </Link>
        </>
      }
    >
      A scene has a number, and holds its shots and all takes made for it. Add the first one, or let a
      screenplay in the Fountain format make all of them.
    </Empty>
  )
}
