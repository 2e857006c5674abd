import { ProjectStatusBadge } from '@dailies/ui/badges.tsx'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Outlet, useMatches } from '@tanstack/react-router'
import { query } from '../../api/queries.ts'
import { BudgetBadge } from '../../production/budget-bar.tsx'
import { filmParts, partsOf } from '../../production/film-parts.ts'
import { PlayFilm } from '../../production/play-film.tsx'
import { ProjectMenu } from '../../production/project-menu.tsx'
import { InRole, RoleNote } from '../../production/role.tsx'
import * as Reviews from '../../together/lazy-reviews.ts'
import { ReviewTogether } from '../../together/review-together.tsx'
import { Page, Tabs } from '../../ui/page.tsx'

const route = getRouteApi('/signed-in/projects/$projectId')

/** What the parts of a project have in common: its name, and the way between them. */
export function Project() {
  const { projectId } = route.useParams()
  const navigate = route.useNavigate()
  const project = useSuspenseQuery(query('readProject', { params: { id: projectId } })).data.data
  // Of what is shown: the address is that of the next part while that is on its way.
  const shown = useMatches({ select: (matches) => matches.at(-1)?.pathname })
  const part = (shown?.split('/')[3] ?? '') as keyof typeof filmParts
  return (
    <InRole role={project.role}>
      <Page
        title={project.name}
        tab={`${filmParts[part]} · ${project.name}`}
        crumbs={[{ label: 'Projects', link: { to: '/projects' } }]}
        badge={
          <>
            <ProjectStatusBadge status={project.status} />
            {project.genre && <span className="max-w-full truncate text-muted">{project.genre}</span>}
            {part !== 'report' && <BudgetBadge {...project} />}
            <RoleNote />
          </>
        }
        actions={
          <>
            <PlayFilm projectId={projectId} look="primary" />
            <ReviewTogether
              projectId={projectId}
              role={project.role}
              plays={{ kind: 'film' }}
              name={project.name}
            />
            <ProjectMenu
              ofScreen
              project={project}
              look="plain"
              onDeleted={() => navigate({ to: '/projects' })}
            />
          </>
        }
      >
        <Reviews.Banner projectId={projectId} role={project.role} />
        <Tabs
          label="Project"
          tabs={partsOf(project).map(({ part, label, link }) => ({
            label,
            link,
            ...(part === 'notes' &&
              project.openNotes > 0 && { count: { of: project.openNotes, text: 'open' } }),
          }))}
        />
        <Outlet />
      </Page>
    </InRole>
  )
}
