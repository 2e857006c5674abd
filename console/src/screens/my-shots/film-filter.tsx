import { SelectField } from '@dailies/ui/field.tsx'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { pages, query } from '../../api/queries.ts'

/** One film, or all. Of many films the last updated are offered, and the one that is chosen. */
export function FilmFilter({
  projectId,
  onChange,
}: {
  projectId: string | undefined
  onChange: (projectId: string | undefined) => void
}) {
  const films = useInfiniteQuery(pages('browseProjects', {}))
  const listed = films.data?.pages.flatMap(({ data }) => data) ?? []
  const unlisted = films.isSuccess && projectId && !listed.some(({ id }) => id === projectId)
  const chosen = useQuery({
    ...query('readProject', { params: { id: projectId ?? '' } }),
    enabled: Boolean(unlisted),
  })
  const options = [
    { value: '', label: 'All films' },
    ...listed.map(({ id, name }) => ({ value: id, label: name })),
    ...(projectId && (unlisted || !films.isSuccess)
      ? [{ value: projectId, label: chosen.data?.data.name ?? 'This film' }]
      : []),
  ]
  return (
    <SelectField
      label="Film"
      hideLabel
      options={options}
      value={projectId ?? ''}
      onChange={(value) => onChange(value || undefined)}
      className="min-w-0 basis-full sm:basis-72"
    />
  )
}
