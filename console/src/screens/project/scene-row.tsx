import type { SceneOverview } from '@dailies/contract/production.ts'
import { Badge } from '@dailies/ui/badges.tsx'
import { Link } from '@tanstack/react-router'
import { ChevronDown, CircleCheck, Clapperboard } from 'lucide-react'
import { memo, useId, useState } from 'react'
import { useMay } from '../../production/role.tsx'
import { SceneMenu } from '../../production/scene-menu.tsx'
import { OpenNotes } from '../../takes/review-counts.tsx'
import { counted } from '../../ui/counted.ts'
import { Thumbnail } from '../../ui/media.tsx'
import { Slate } from '../../ui/page.tsx'
import { Progress } from '../../ui/states.tsx'
import { Shots } from './shots.tsx'
import { sceneLinkId } from './use-next-scene.ts'

/** A scene in the list of its project; its shots unfold below it. */
export const SceneRow = memo(function SceneRow({
  projectId,
  scene,
  onDeleted,
}: {
  projectId: string
  scene: SceneOverview
  onDeleted: (id: string) => void
}) {
  const [open, setOpen] = useState(false)
  const shots = useId()
  const { id, sceneId, storyBeat, shotCount, versionCount, openNotes, preview } = scene
  return (
    <li className="@container border-line not-first:border-t [contain-intrinsic-size:auto_5.75rem] [content-visibility:auto]">
      <div className="group relative grid grid-cols-[6rem_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 p-2.5 @max-[36rem]:pb-1 hover:bg-raised @[36rem]:grid-cols-[7.5rem_minmax(0,1fr)_9rem_auto] @[36rem]:gap-x-5">
        <div className="aspect-video self-start overflow-hidden rounded-lg bg-sunken">
          {preview ? <Thumbnail take={preview} alt={`Winner of scene ${sceneId}`} /> : <NoPicture />}
        </div>
        <div className="flex min-w-0 flex-col gap-1 self-start @max-[36rem]:col-span-2 @[36rem]:py-0.5">
          <h3 className="min-w-0 wrap-anywhere">
            <Link
              id={sceneLinkId(id)}
              to="/scenes/$sceneId"
              params={{ sceneId: id }}
              className="after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
            >
              <span className="sr-only">Scene </span>
              <Slate>{sceneId}</Slate>
            </Link>
          </h3>
          {storyBeat && (
            <p
              className="line-clamp-2 leading-snug whitespace-pre-line wrap-anywhere"
              title={storyBeat.length > 160 ? storyBeat.slice(0, 1000) : undefined}
            >
              {storyBeat}
            </p>
          )}
          <p className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
            {counted(versionCount, 'take')}
            <OpenNotes count={openNotes} />
          </p>
        </div>
        <div className="@max-[36rem]:col-span-2">
          <SceneProgress scene={scene} onAdd={() => setOpen(true)} />
        </div>
        <div className="relative z-10 flex items-center gap-0.5">
          <button
            type="button"
            aria-expanded={open}
            aria-controls={open ? shots : undefined}
            aria-label={`${counted(shotCount, 'shot')} of scene ${sceneId}`}
            onClick={() => setOpen(!open)}
            className="inline-flex h-10 items-center gap-1.5 rounded-lg px-2.5 text-sm whitespace-nowrap hover:bg-sunken @[36rem]:w-24 @[36rem]:justify-end"
          >
            {counted(shotCount, 'shot')}
            <ChevronDown
              size={16}
              className={`transition-transform ${open ? 'rotate-180' : ''}`}
              aria-hidden
            />
          </button>
          <SceneMenu projectId={projectId} scene={scene} onDeleted={onDeleted} />
        </div>
      </div>
      {open && (
        <div id={shots} className="border-t border-line bg-canvas px-3 py-3 @[36rem]:pl-10">
          <Shots scene={scene} />
        </div>
      )}
    </li>
  )
})

function NoPicture() {
  return (
    <div className="flex size-full items-center justify-center text-strong-line">
      <Clapperboard size={22} aria-hidden />
    </div>
  )
}

function SceneProgress({ scene, onAdd }: { scene: SceneOverview; onAdd: () => void }) {
  const { sceneId, shotCount, requiredShots, approvedShots, done } = scene
  const mayBuild = useMay('editor')
  if (requiredShots === 0) {
    const wish = shotCount === 0 ? 'Add shots for progress' : 'No shot is required'
    if (done) {
      return (
        <Badge tone="good" icon={CircleCheck}>
          Done
        </Badge>
      )
    }
    if (!mayBuild) return <p className="text-sm text-muted">No shot is required</p>
    return (
      <button
        type="button"
        aria-label={`${wish}: scene ${sceneId}`}
        onClick={onAdd}
        className="relative z-10 min-h-8 rounded-lg text-left text-sm text-muted underline underline-offset-2 hover:text-ink pointer-coarse:min-h-10"
      >
        {wish}
      </button>
    )
  }
  const text = `${approvedShots} of ${requiredShots} approved`
  return (
    <div className="flex flex-col gap-1">
      <Progress value={approvedShots / requiredShots} label={`Scene ${sceneId}: ${text}`} />
      <p className="text-sm text-muted @max-[36rem]:sr-only">{text}</p>
    </div>
  )
}
