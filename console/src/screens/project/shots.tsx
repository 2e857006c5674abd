import type { SceneOverview, ShotOverview } from '@dailies/contract/production.ts'
import { Badge } from '@dailies/ui/badges.tsx'
import { Button } from '@dailies/ui/button.tsx'
import { LoadingRows } from '@dailies/ui/states.tsx'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ArrowDownUp, CircleCheck, Plus, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { query } from '../../api/queries.ts'
import { Assignees } from '../../production/assignees.tsx'
import { DueDay } from '../../production/due-day.tsx'
import { useMay } from '../../production/role.tsx'
import { ShotDialog } from '../../production/shot-dialog.tsx'
import { ShotLink } from '../../production/shot-link.tsx'
import { ShotNote } from '../../production/shot-note.tsx'
import { OpenNotes } from '../../takes/review-counts.tsx'
import { counted } from '../../ui/counted.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Thumbnail } from '../../ui/media.tsx'
import { Failed } from '../../ui/states.tsx'
import { AssignDialog } from './assign-dialog.tsx'
import { ShotMenu } from './shot-menu.tsx'

const ShotOrder = lazyPart(async () => (await import('./shot-order.tsx')).ShotOrder, {
  loading: <LoadingRows className="h-12" />,
})

const route = getRouteApi('/signed-in/projects/$projectId')

/** The shots of a scene. */
export function Shots({ scene }: { scene: SceneOverview }) {
  const list = useQuery(query('browseShots', { params: { id: scene.id } }))
  const mayBuild = useMay('editor')
  const { projectId } = route.useParams()
  const [adding, setAdding] = useState(false)
  const [assigning, setAssigning] = useState(false)
  const [order, setOrder] = useState<'shown' | 'changing' | 'changed'>('shown')
  if (list.isPending) return <LoadingRows rows={Math.max(1, Math.min(scene.shotCount, 5))} className="h-12" />
  if (list.isError) return <Failed error={list.error} onRetry={() => void list.refetch()} />
  const shots = list.data.data
  if (order === 'changing' && mayBuild) {
    return <ShotOrder sceneDbId={scene.id} shots={shots} onEnd={() => setOrder('changed')} />
  }
  return (
    <div className="flex flex-col gap-2">
      {shots.length === 0 ? (
        <p className="text-muted">
          No shots yet. A scene is done when each of its required shots has an approved take; without shots,
          when its winner is final.
        </p>
      ) : (
        <ul aria-label={`Shots of scene ${scene.sceneId}`} className="flex flex-col gap-1">
          {shots.map((shot) => (
            <Shot key={shot.id} scene={scene} shot={shot} />
          ))}
        </ul>
      )}
      {mayBuild && (
        <div className="flex flex-wrap gap-2">
          <Button icon={Plus} onClick={() => setAdding(true)}>
            Add a shot
          </Button>
          {shots.length > 1 && (
            <Button
              icon={ArrowDownUp}
              look="quiet"
              autoFocus={order === 'changed'}
              onClick={() => setOrder('changing')}
            >
              Reorder the shots
            </Button>
          )}
          <ShotDialog projectId={projectId} scene={scene} open={adding} onClose={() => setAdding(false)} />
          {shots.length > 0 && (
            <>
              <Button icon={UserPlus} look="quiet" onClick={() => setAssigning(true)}>
                Assign shots
              </Button>
              <AssignDialog
                projectId={projectId}
                scene={scene}
                shots={shots}
                open={assigning}
                onClose={() => setAssigning(false)}
              />
            </>
          )}
        </div>
      )}
    </div>
  )
}

function Shot({ scene, shot }: { scene: SceneOverview; shot: ShotOverview }) {
  const { shotCode, description, required, approved, assignees, note, versionCount, preview } = shot
  return (
    <li className="relative flex items-center gap-3 rounded-lg px-1.5 py-1 hover:bg-surface">
      <div className="aspect-video w-16 shrink-0 overflow-hidden rounded-md bg-sunken">
        {preview && <Thumbnail take={preview} alt={`Winner of shot ${shotCode}`} sizes="4rem" small />}
      </div>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <ShotLink sceneDbId={scene.id} shot={shot} />
          {approved && (
            <Badge tone="good" icon={CircleCheck}>
              Approved
            </Badge>
          )}
          {!required && <Badge>Optional</Badge>}
          <span className="text-sm text-muted">{counted(versionCount, 'take')}</span>
          <OpenNotes count={shot.openNotes} />
          <Assignees people={assignees} />
          <DueDay shot={shot} />
        </p>
        {description && <p className="line-clamp-2 text-sm leading-snug wrap-anywhere">{description}</p>}
        {note && <ShotNote>{note}</ShotNote>}
      </div>
      <div className="relative z-10">
        <ShotMenu scene={scene} shot={shot} />
      </div>
    </li>
  )
}
