import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Outlet } from '@tanstack/react-router'
import { query } from '../../api/queries.ts'
import { ProjectStatusBadge } from '../../ui/badges.tsx'
import { Page, Tabs } from '../../ui/page.tsx'
import { ProjectMenu } from '../projects/project-menu.tsx'

const route = getRouteApi('/signed-in/projects/$projectId')

/** What the parts of a project have in common: its name, and the way between them. */
export function Project() {
  const { projectId } = route.useParams()
  const navigate = route.useNavigate()
  const project = useSuspenseQuery(query('readProject', { params: { id: projectId } })).data.data
  const params = { projectId }
  return (
    <Page
      title={project.name}
      crumbs={[{ label: 'Projects', link: { to: '/projects' } }]}
      badge={
        <>
          <ProjectStatusBadge status={project.status} />
          {project.genre && <span className="max-w-full truncate text-muted">{project.genre}</span>}
        </>
      }
      actions={<ProjectMenu project={project} look="plain" onDeleted={() => navigate({ to: '/projects' })} />}
    >
      <Tabs
        label="Project"
        tabs={[
          { label: 'Scenes', link: { to: '/projects/$projectId', params } },
          { label: 'Characters', link: { to: '/projects/$projectId/characters', params } },
          { label: 'Prompt packages', link: { to: '/projects/$projectId/prompt-packages', params } },
          { label: 'Report', link: { to: '/projects/$projectId/report', params } },
          { label: 'Import', link: { to: '/projects/$projectId/import', params } },
        ]}
      />
      <Outlet />
    </Page>
  )
}
