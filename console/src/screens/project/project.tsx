import { mayAs } from '@dailies/contract/project-role.ts'
import { ProjectStatusBadge } from '@dailies/ui/badges.tsx'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Outlet, useLocation } from '@tanstack/react-router'
import { query } from '../../api/queries.ts'
import { ProjectMenu } from '../../production/project-menu.tsx'
import { InRole, RoleNote } from '../../production/role.tsx'
import { Page, Tabs } from '../../ui/page.tsx'

const route = getRouteApi('/signed-in/projects/$projectId')

/** What its parts are called, by the end of their addresses. */
const parts = {
  '': 'Scenes',
  characters: 'Characters',
  'prompt-packages': 'Prompt packages',
  members: 'Members',
  activity: 'Activity',
  report: 'Report',
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
          <ProjectMenu project={project} look="plain" onDeleted={() => navigate({ to: '/projects' })} />
        }
      >
        <Tabs
          label="Project"
          tabs={[
            { label: parts[''], link: { to: '/projects/$projectId', params } },
            { label: parts.characters, link: { to: '/projects/$projectId/characters', params } },
            { label: parts['prompt-packages'], link: { to: '/projects/$projectId/prompt-packages', params } },
            { label: parts.members, link: { to: '/projects/$projectId/members', params } },
            { label: parts.activity, link: { to: '/projects/$projectId/activity', params } },
            { label: parts.report, link: { to: '/projects/$projectId/report', params } },
            ...(mayAs(project.role, 'editor')
              ? [{ label: parts.import, link: { to: '/projects/$projectId/import', params } as const }]
              : []),
          ]}
        />
        <Outlet />
      </Page>
    </InRole>
  )
}
