import { Button, buttonLook } from '@dailies/ui/button.tsx'
import { Empty, Skeleton } from '@dailies/ui/states.tsx'
import { useQueries, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { Columns2 } from 'lucide-react'
import { DailiesError } from '../../../../sdk/src/error.ts'
import { query } from '../../api/queries.ts'
import { InRole, RoleNote } from '../../production/role.tsx'
import { cut } from '../../ui/cut.ts'
import { Page } from '../../ui/page.tsx'
import { Failed } from '../../ui/states.tsx'
import { DifferencesTable } from './differences-table.tsx'
import { CompareStage } from './stage.tsx'

const route = getRouteApi('/signed-in/compare')

/** As many as one can still tell apart. */
const most = 4

/** Versions side by side: those of the address, or the first of a compare group. */
export function Compare() {
  const { ids, scene, group } = route.useSearch()
  if (ids || !scene || !group) {
    const wanted = [...new Set((ids ?? '').split(',').filter(Boolean))]
    return <Compared ids={wanted.slice(0, most)} of={wanted.length} />
  }
  return <ComparedGroup scene={scene} group={group} />
}

function ComparedGroup({ scene, group }: { scene: string; group: string }) {
  const { data, metadata } = useSuspenseQuery(
    query('browseAssets', { params: { id: scene }, query: { compareGroup: group, limit: most } }),
  ).data
  return <Compared ids={data.map(({ id }) => id)} of={metadata.total ?? data.length} group={group} />
}

function Compared({ ids, of, group }: { ids: string[]; of: number; group?: string }) {
  const search = route.useSearch()
  const navigate = useNavigate()
  const answers = useQueries({ queries: ids.map((id) => query('readAsset', { params: { id } })) })
  const versions = answers.flatMap(({ data }) => (data ? [data.data] : []))
  const failed = answers.find(({ isError, data }) => isError && !data)
  const missing = ids.filter((_, place) => isMissing(answers[place]?.error))
  const [first] = versions
  const show = (left: string[]) =>
    void navigate({
      to: '/compare',
      search: { ...search, group: undefined, ids: left.join(',') },
      replace: true,
      resetScroll: false,
    })
  const title = group ? `Compare “${cut(group, 60)}”` : 'Compare'
  const toScene = first && ({ to: '/scenes/$sceneId', params: { sceneId: first.scene.id } } as const)

  if (ids.length === 0) {
    return (
      <Page title={title}>
        <Empty
          icon={Columns2}
          title="There is nothing to compare"
          action={
            <Link to="/projects" className={buttonLook()}>
              To the projects
            </Link>
          }
        >
          Open a scene, mark two to four takes and compare them, or give them the same compare group.
        </Empty>
      </Page>
    )
  }
  return (
    <Page
      title={title}
      wide
      crumbs={
        first && toScene
          ? [
              { label: 'Projects', link: { to: '/projects' } },
              {
                label: cut(first.project.name, 60),
                link: { to: '/projects/$projectId', params: { projectId: first.project.id } },
              },
              { label: `Scene ${first.scene.sceneId}`, link: toScene },
            ]
          : [{ label: 'Projects', link: { to: '/projects' } }]
      }
    >
      {first && (
        <InRole role={first.project.role}>
          <RoleNote />
        </InRole>
      )}
      {of > ids.length && (
        <p className="text-sm text-muted">
          The first {ids.length} of {of}. Take one out to make the others easier to tell apart.
        </p>
      )}
      {missing.length > 0 ? (
        <Empty
          icon={Columns2}
          title={missing.length === 1 ? 'One of them was deleted' : 'Some of them were deleted'}
          action={
            <Button look="primary" onClick={() => show(ids.filter((id) => !missing.includes(id)))}>
              Compare the others
            </Button>
          }
        />
      ) : failed ? (
        <Failed error={failed.error} onRetry={() => void failed.refetch()} />
      ) : versions.length < ids.length ? (
        <div role="status" className="grid gap-3 sm:grid-cols-2">
          <span className="sr-only">Loading …</span>
          {ids.map((id) => (
            <Skeleton key={id} className="h-[52dvh]" />
          ))}
        </div>
      ) : (
        <>
          <CompareStage versions={versions} onDrop={(id) => show(ids.filter((one) => one !== id))} />
          {versions.length > 1 && <DifferencesTable versions={versions} />}
        </>
      )}
    </Page>
  )
}

function isMissing(error: unknown): boolean {
  return error instanceof DailiesError && error.status === 404
}
