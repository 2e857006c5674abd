import type { MyShot } from '@dailies/contract/production.ts'
import { Badge } from '@dailies/ui/badges.tsx'
import { CircleCheck, Clapperboard } from 'lucide-react'
import { Assignees } from '../../production/assignees.tsx'
import { DueDay } from '../../production/due-day.tsx'
import { ShotLink } from '../../production/shot-link.tsx'
import { ShotNote } from '../../production/shot-note.tsx'
import { counted } from '../../ui/counted.ts'
import { Thumbnail } from '../../ui/media.tsx'

/** One of my shots: the way to its takes. */
export function MyShotRow({ shot }: { shot: MyShot }) {
  const { shotCode, description, note, required, approved, assignees, versionCount, preview } = shot
  const { scene, project } = shot
  return (
    <li className="relative flex items-start gap-3 border-line p-2.5 not-first:border-t hover:bg-raised sm:gap-5">
      <div className="aspect-video w-24 shrink-0 overflow-hidden rounded-lg bg-sunken sm:w-30">
        {preview ? (
          <Thumbnail take={preview} alt={`Winner of shot ${shotCode}`} />
        ) : (
          <div className="flex size-full items-center justify-center text-strong-line">
            <Clapperboard size={22} aria-hidden />
          </div>
        )}
      </div>
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h3 className="min-w-0 wrap-anywhere">
            <ShotLink sceneDbId={scene.id} shot={shot} />
          </h3>
          <DueDay shot={shot} />
          {approved && (
            <Badge tone="good" icon={CircleCheck}>
              Done
            </Badge>
          )}
          {!required && <Badge>Optional</Badge>}
          <Assignees people={assignees} />
        </div>
        <p className="text-sm text-muted wrap-anywhere">
          <bdi>{project.name}</bdi> · scene {scene.sceneId} · {counted(versionCount, 'take')}
        </p>
        {description && <p className="line-clamp-2 leading-snug wrap-anywhere">{description}</p>}
        {note && <ShotNote>{note}</ShotNote>}
      </div>
    </li>
  )
}
