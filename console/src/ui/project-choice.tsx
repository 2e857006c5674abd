import { LoadingRows } from '@dailies/ui/states.tsx'
import { useInfiniteQuery, useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { pages, query } from '../api/queries.ts'
import { Choice, Ticks } from './choice.tsx'
import { ShowMore } from './load-more.tsx'
import { Failed } from './states.tsx'

interface ProjectChoiceProps {
  legend: string
  /** What it means that none is named. */
  allHint: string
  /** Null is all. */
  projectIds: string[] | null
  onChange: (projectIds: string[] | null) => void
  errors?: string[] | undefined
}

/** All projects, or those that are ticked. */
export function ProjectChoice({ legend, allHint, projectIds, onChange, errors }: ProjectChoiceProps) {
  const [before, setBefore] = useState<string[]>([])
  const choose = (which: 'all' | 'some') => {
    if (projectIds) setBefore(projectIds)
    onChange(which === 'all' ? null : before)
  }
  return (
    <div className="flex flex-col gap-2">
      <Choice
        legend={legend}
        columns
        items={[
          { value: 'all', label: 'All projects', hint: allHint },
          { value: 'some', label: 'Only some', hint: 'The others are as if they were not there.' },
        ]}
        value={projectIds ? 'some' : 'all'}
        onChange={choose}
        errors={errors}
      />
      {projectIds && <Projects projectIds={projectIds} onChange={onChange} />}
    </div>
  )
}

function Projects({
  projectIds,
  onChange,
}: {
  projectIds: string[]
  onChange: (projectIds: string[]) => void
}) {
  const projects = useInfiniteQuery(pages('browseProjects', {}))
  const listed = projects.data?.pages.flatMap(({ data }) => data) ?? []
  const unlisted = projectIds.filter((id) => !listed.some((project) => project.id === id))
  const others = useQueries({
    queries: projects.isSuccess ? unlisted.map((id) => query('readProject', { params: { id } })) : [],
  })
  if (projects.isPending) return <LoadingRows rows={2} className="h-10" />
  if (projects.isLoadingError)
    return <Failed error={projects.error} onRetry={() => void projects.refetch()} />
  if (listed.length + unlisted.length === 0) return <p className="text-muted">There is no project yet.</p>
  return (
    <div className="max-h-72 overflow-y-auto">
      <Ticks
        legend="Which projects"
        columns
        items={[
          ...listed.map(({ id, name }) => ({ value: id, label: name })),
          ...unlisted.map((id, place) => ({
            value: id,
            label: others[place]?.data?.data.name ?? `Project ${id}`,
          })),
        ]}
        values={projectIds}
        onChange={onChange}
      />
      <ShowMore list={projects} label="Show more projects" />
    </div>
  )
}
