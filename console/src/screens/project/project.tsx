import { mayAs } from '@dailies/contract/project-role.ts'
import { ProjectStatusBadge } from '@dailies/ui/badges.tsx'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Outlet, useLocation } from '@tanstack/react-router'
import { query } from '../../api/queries.ts'
import { PlayFilm } from '../../production/play-film.tsx'
import { ProjectMenu } from '../../production/project-menu.tsx'
import { InRole, RoleNote } from '../../production/role.tsx'
import * as Reviews from '../../together/lazy-reviews.ts'
import { ReviewTogether } from '../../together/review-together.tsx'
import { Page, Tabs } from '../../ui/page.tsx'

const route = getRouteApi('/signed-in/projects/$projectId')

/** What its parts are called, by the end of their addresses. */
const parts = {
  '': 'Scenes',
  characters: 'Characters',
  'prompt-packages': 'Prompt packages',
  playlists: 'Playlists',
  members: 'Members',
  notes: 'Notes',
  activity: 'Activity',
  report: 'Report',
  links: 'Links',
  import: 'Import',
}

/** What the parts of a project have in common: its name, and the way between them. */
export function Project() {
  const { projectId } = route.useParams()
  const navigate = route.useNavigate()
  const project = useSuspenseQuery(query('readProject', { params: { id: projectId } })).data.data
  const params = { projectId }
  const part = (useLocation().pathname.split('/')[3] ?? '') as keyof typeof parts
  return (
    <InRole role={project.role}>
      <Page
        title={project.name}
        tab={`${parts[part]} · ${project.name}`}
        crumbs={[{ label: 'Projects', link: { to: '/projects' } }]}
        badge={
          <>
            <ProjectStatusBadge status={project.status} />
            {project.genre && <span className="max-w-full truncate text-muted">{project.genre}</span>}
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
            <ProjectMenu project={project} look="plain" onDeleted={() => navigate({ to: '/projects' })} />
          </>
        }
      >
        <Reviews.Banner projectId={projectId} role={project.role} />
        <Tabs
          label="Project"
          tabs={[
            { label: parts[''], link: { to: '/projects/$projectId', params } },
            { label: parts.characters, link: { to: '/projects/$projectId/characters', params } },
            { label: parts['prompt-packages'], link: { to: '/projects/$projectId/prompt-packages', params } },
            { label: parts.playlists, link: { to: '/projects/$projectId/playlists', params } },
            { label: parts.members, link: { to: '/projects/$projectId/members', params } },
            {
              label: parts.notes,
              ...(project.openNotes > 0 && { count: { of: project.openNotes, text: 'open' } }),
              link: { to: '/projects/$projectId/notes', params },
            },
            { label: parts.activity, link: { to: '/projects/$projectId/activity', params } },
            { label: parts.report, link: { to: '/projects/$projectId/report', params } },
            ...(mayAs(project.role, 'editor')
              ? ([
                  { label: parts.links, link: { to: '/projects/$projectId/links', params } },
                  { label: parts.import, link: { to: '/projects/$projectId/import', params } },
                ] as const)
              : []),
          ]}
        />
        <Outlet />
        <Reviews.Past projectId={projectId} />
      </Page>
    </InRole>
  )
}
