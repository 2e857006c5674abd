import type { ProjectOverview } from '@dailies/contract/production.ts'
import { Badge, ProjectStatusBadge } from '@dailies/ui/badges.tsx'
import { When } from '@dailies/ui/time.tsx'
import { Link } from '@tanstack/react-router'
import { BudgetBar } from '../../production/budget-bar.tsx'
import { ProjectMenu } from '../../production/project-menu.tsx'
import { projectRoleLabels } from '../../production/role-words.ts'
import { OpenNotes } from '../../takes/review-counts.tsx'
import { counted, countedOf } from '../../ui/counted.ts'
import { Thumbnail } from '../../ui/media.tsx'
import { Progress } from '../../ui/states.tsx'
import { Poster } from './poster.tsx'

/** A project on the shelf: a picture with what it is below it; a row on a phone. */
export function ProjectCard({ project }: { project: ProjectOverview }) {
  const { id, name, status, role, genre, sceneCount, preview, updatedAt } = project
  return (
    <li className="group relative flex min-w-0 gap-3 rounded-2xl border border-line bg-surface p-2.5 transition-colors hover:border-strong-line sm:flex-col sm:gap-0 sm:overflow-hidden sm:p-0">
      <div className="aspect-video w-28 shrink-0 self-start overflow-hidden rounded-lg bg-sunken sm:w-full sm:rounded-none">
        {preview ? (
          <Thumbnail take={preview} alt="" sizes="(min-width: 40rem) 22rem, 7rem" />
        ) : (
          <Poster name={name} />
        )}
      </div>
      <div
        aria-hidden
        className="hidden h-1.5 slate-stripes opacity-0 transition-opacity group-focus-within:opacity-100 group-hover:opacity-100 sm:block"
      />
      <div className="flex min-w-0 flex-1 flex-col gap-1 sm:p-4 sm:pt-2.5">
        <div className="flex items-start gap-1">
          <h2 className="line-clamp-2 min-w-0 flex-1 font-semibold wrap-anywhere sm:pt-1.5 sm:text-lg sm:leading-snug">
            <Link
              to="/projects/$projectId"
              params={{ projectId: id }}
              className="after:absolute after:inset-0 after:rounded-2xl focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
            >
              {name}
            </Link>
          </h2>
          <div className="relative z-10 -mt-1 -mr-1 sm:mt-0 sm:-mr-2">
            <ProjectMenu project={project} />
          </div>
        </div>
        <p className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
          <ProjectStatusBadge status={status} />
          {role !== 'owner' && <Badge tone="violet">{projectRoleLabels[role]}</Badge>}
          {genre && <span className="max-w-full truncate">{genre}</span>}
        </p>
        <div className="mt-auto flex flex-col gap-1.5 pt-1.5">
          <ShotProgress {...project} />
          <BudgetBar {...project} />
          <p className="flex flex-wrap justify-between gap-x-3 text-sm text-muted">
            <span className="flex items-center gap-2">
              {counted(sceneCount, 'scene')}
              <OpenNotes count={project.openNotes} />
            </span>
            <When at={updatedAt} />
          </p>
        </div>
      </div>
    </li>
  )
}

/** How many of the required shots are approved; where there are none, how many scenes are done. */
function ShotProgress({ requiredShots, approvedShots, sceneCount, doneScenes }: ProjectOverview) {
  if (requiredShots + doneScenes === 0) return <p className="text-sm text-muted">No shots to approve yet</p>
  const [count, all] = requiredShots > 0 ? [approvedShots, requiredShots] : [doneScenes, sceneCount]
  const text =
    requiredShots > 0 ? `${countedOf(count, all, 'shot')} approved` : `${countedOf(count, all, 'scene')} done`
  return (
    <div className="flex flex-col gap-1">
      <Progress value={count / all} label={text} />
      <p className="text-sm text-muted" aria-hidden>
        {text}
      </p>
    </div>
  )
}
