import type { SearchFacet } from '@dailies/contract/search.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { query } from '../../api/queries.ts'

/** What the search finds, counted. What was counted before stays until the next is there. */
export function useFacets(q: string, { enabled }: { enabled: boolean }) {
  return useQuery({
    ...query('listSearchFacets', { query: { q, partial: 'true' } }),
    enabled: enabled && q !== '',
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchOnWindowFocus: false,
  })
}

/** Those between which there is something to choose, and those that something was chosen of. */
export function toChoose(facets: readonly SearchFacet[], isChosen: (facet: SearchFacet) => boolean) {
  return facets.filter((facet) => {
    const [first, ...others] = facet.values
    const isAll = first?.count === facet.counted && facet.isComplete
    return isChosen(facet) || others.length > 0 || (first !== undefined && !isAll)
  })
}
