import type { ProjectStatus } from '@dailies/contract/project.ts'
import { Button, buttonLook } from '@dailies/ui/button.tsx'
import { Empty, Skeleton } from '@dailies/ui/states.tsx'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Archive, FileUp, Plus, SearchX, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { pages, query } from '../../api/queries.ts'
import { useCommands } from '../../palette/commands.ts'
import { ProjectDialog } from '../../production/project-dialog.tsx'
import { counted } from '../../ui/counted.ts'
import { LoadMore } from '../../ui/load-more.tsx'
import { Page } from '../../ui/page.tsx'
import { Failed } from '../../ui/states.tsx'
import { steadyOrder } from '../../ui/steady-order.ts'
import { FirstSteps } from './first-steps.tsx'
import { ProjectCard } from './project-card.tsx'
import { ProjectFilter } from './project-filter.tsx'

const route = getRouteApi('/signed-in/projects')

/** All projects, the last updated first. */
export function Projects() {
  const { status, q } = route.useSearch()
  const navigate = route.useNavigate()
  const [creating, setCreating] = useState(false)
  const list = useInfiniteQuery({
    ...pages('browseProjects', { query: { status: status as ProjectStatus | undefined, q, limit: 24 } }),
    placeholderData: keepPreviousData,
  })
  // What others do makes a project the last updated one: it stays in its place until one comes back.
  const [shown, setShown] = useState<string[]>([])
  const projects = steadyOrder(shown, list.data?.pages.flatMap(({ data }) => data) ?? [])
  const ids = projects.map(({ id }) => id)
  if (ids.join() !== shown.join()) setShown(ids)
  const filtered = Boolean(status || q)
  const empty = list.isSuccess && projects.length === 0
  const create = () => setCreating(true)
  useCommands(() => [{ name: 'New project', icon: Plus, run: create }])
  return (
    <Page
      title="Projects"
      actions={
        <>
          <Link to="/trash" className={buttonLook('quiet')}>
            <Trash2 size={16} aria-hidden />
            <span className="max-sm:sr-only">Trash</span>
          </Link>
          {!(empty && !filtered) && (
            <>
              <Link to="/import" className={buttonLook()}>
                <FileUp size={16} aria-hidden />
                Import
              </Link>
              <Button look="primary" icon={Plus} onClick={create}>
                New project
              </Button>
            </>
          )}
        </>
      }
    >
      {!(empty && !filtered) && <ProjectFilter />}
      <p role="status" className="sr-only">
        {list.isSuccess && filtered && !list.isPlaceholderData
          ? `${counted(projects.length, 'project')} found`
          : ''}
      </p>
      {list.isPending ? (
        <LoadingShelf />
      ) : list.isError && projects.length === 0 ? (
        <Failed error={list.error} onRetry={() => void list.refetch()} />
      ) : !empty ? (
        <>
          <ul className={`${shelf} ${list.isPlaceholderData ? 'opacity-60' : ''}`}>
            {projects.map((project) => (
              <ProjectCard key={project.id} project={project} />
            ))}
          </ul>
          <LoadMore list={list} label="More projects" />
        </>
      ) : filtered ? (
        <NoneFound />
      ) : (
        <NoneYet onNewProject={create} />
      )}
      <ProjectDialog
        open={creating}
        onClose={() => setCreating(false)}
        onSaved={({ id }) => void navigate({ to: '/projects/$projectId', params: { projectId: id } })}
      />
    </Page>
  )
}

const shelf = 'grid gap-3 transition-opacity sm:grid-cols-2 sm:gap-5 xl:grid-cols-3 2xl:grid-cols-4'

function LoadingShelf() {
  return (
    <div role="status" className={shelf}>
      <span className="sr-only">Loading the projects …</span>
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <Skeleton key={key} className="h-32 !rounded-2xl sm:h-auto sm:aspect-[4/3.9]" />
      ))}
    </div>
  )
}

function NoneFound() {
  return (
    <Empty
      icon={SearchX}
      title="No project fits"
      action={
        <Link to="/projects" search={{}} className={buttonLook()}>
          Show all projects
        </Link>
      }
    >
      Try a part of the name, or another status. Archived projects show when that status is chosen.
    </Empty>
  )
}

/** Nothing at all; or nothing but what is archived. */
function NoneYet({ onNewProject }: { onNewProject: () => void }) {
  const archived = useQuery(query('browseProjects', { query: { status: 'ARCHIVED', limit: 1 } }))
  if (archived.isPending) return <LoadingShelf />
  if (!archived.data?.data.length) return <FirstSteps onNewProject={onNewProject} />
  return (
    <Empty
      icon={Archive}
      title="All your projects are archived"
      action={
        <>
          <Button look="primary" icon={Plus} onClick={onNewProject}>
            New project
          </Button>
          <Link to="/projects" search={{ status: 'ARCHIVED' }} className={buttonLook()}>
            Show the archive
          </Link>
        </>
      }
    >
      Bring one back, or begin another.
    </Empty>
  )
}
