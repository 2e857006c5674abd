import type { FacetField } from '@dailies/contract/search.ts'
import { searchable } from '@dailies/contract/searchable.ts'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { pages, query } from '../../api/queries.ts'
import { type Choice, type FieldName, fields } from '../../search/fields.ts'
import { isWritable } from '../../search/filter-text.ts'
import { datesNear } from './completion.ts'

const me: Choice = { value: 'me', label: 'You' }

/** Their values are counted in what is found. */
type Counted = Extract<FieldName & FacetField, 'model' | 'tag'>

interface Asking {
  /** What is written of the value. */
  written: string
  /** What is looked for besides. */
  others: string
}

/** What the filter of that name can be, as far as that can be listed. */
export function useChoices(field: FieldName | undefined, { written, others }: Asking): readonly Choice[] {
  const counted = useCounted(field === 'model' || field === 'tag' ? field : undefined, others)
  const films = useFilms({ enabled: field === 'project' })
  const platforms = usePlatforms({ enabled: field === 'platform' })
  const people = useQuery({
    ...query('findPeople', { query: { q: written } }),
    enabled: field === 'by',
    placeholderData: keepPreviousData,
  })
  switch (field) {
    case undefined:
      return []
    case 'project':
      return films
    case 'platform':
      return platforms
    case 'model':
    case 'tag':
      return counted
    case 'by':
      return [me, ...(people.data?.data ?? []).map(({ name }) => ({ value: name, label: name }))]
    default: {
      const known = fields[field]
      if ('choices' in known) return known.choices
      return 'kind' in known && known.kind === 'date' ? datesNear(new Date()) : []
    }
  }
}

/** The most frequent first. */
function useCounted(field: Counted | undefined, others: string): readonly Choice[] {
  const facets = useQuery({
    ...query('listSearchFacets', { query: { q: others } }),
    enabled: field !== undefined,
  })
  const values = facets.data?.data.find((facet) => facet.field === field)?.values ?? []
  return values.map(({ value, name }) => ({ value, label: name }))
}

/** The films that one may see, the last updated ones of many. */
export function useFilms({ enabled = true } = {}): readonly Choice[] {
  const list = useInfiniteQuery({ ...pages('browseProjects', {}), enabled })
  const films = list.data?.pages.flatMap(({ data }) => data) ?? []
  return films.map(({ id, name }) => ({ value: isNamedAlone(name, films) ? name : id, label: name }))
}

/** A name finds all films that have it in theirs. */
function isNamedAlone(name: string, films: readonly { name: string }[]): boolean {
  const wanted = searchable(name)
  return isWritable(name) && films.filter((one) => searchable(one.name).includes(wanted)).length === 1
}

export function usePlatforms({ enabled = true } = {}): readonly Choice[] {
  const platforms = useQuery({ ...query('browsePlatforms', {}), enabled }).data?.data ?? []
  return platforms.map(({ slug, name }) => ({ value: slug, label: name }))
}
