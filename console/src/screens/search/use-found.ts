import type { SearchOrder } from '@dailies/contract/search.ts'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { pages } from '../../api/queries.ts'

/** Milliseconds after which is asked again while the index is brought up to date. */
const soon = 4000

/**
 * What answers to the text, page after page. The answer before stays until the next is there; one that comes late is of another
 * question, and never shown.
 */
export function useFound(q: string, sort: SearchOrder) {
  const list = useInfiniteQuery({
    // The last word always may go on: what one finds while one writes is what a link to it finds.
    ...pages('search', { query: { q, partial: 'true', sort, limit: 30 } }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
    // Nothing moves by itself; who comes back looks anew.
    staleTime: 0,
    refetchOnWindowFocus: false,
    refetchInterval: ({ state: { data } }) =>
      data?.pages.length === 1 && data.pages[0]!.metadata.waiting > 0 ? soon : false,
  })
  const all = list.data?.pages.flatMap(({ data }) => data) ?? []
  // What is changed between two pages may come in both.
  const hits = [...new Map(all.map((hit) => [hit.id, hit])).values()]
  return { list, hits, waiting: list.data?.pages.at(-1)?.metadata.waiting ?? 0 }
}
