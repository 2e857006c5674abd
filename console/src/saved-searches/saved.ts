import type { SavedSearch } from '@dailies/contract/saved-search.ts'
import { queryOptions, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { call } from '../api/call.ts'
import { keyOf, outdate, pages, query } from '../api/queries.ts'
import { useAllPages } from '../api/use-all-pages.ts'

/** All that one sees, by name. */
export function useSavedSearches({ enabled = true } = {}) {
  const list = useInfiniteQuery({ ...pages('listSavedSearches', { query: {} }), enabled })
  useAllPages(list)
  const all = list.data?.pages.flatMap(({ data }) => data) ?? []
  return { list, all: all.toSorted((one, other) => one.name.localeCompare(other.name)) }
}

/** Those that one has pinned, in their order. */
export function usePinned(): readonly SavedSearch[] {
  return useQuery(query('listSavedSearches', { query: { pinned: 'true' } })).data?.data ?? []
}

/** Milliseconds: however much is captured, it is not counted anew more often. */
const leastBetween = 10_000
let askedAt = Number.NEGATIVE_INFINITY

const counting = queryOptions({
  queryKey: keyOf('countNewInSavedSearches'),
  queryFn: async ({ signal }) => {
    await pause(askedAt + leastBetween - performance.now(), signal)
    askedAt = performance.now()
    // As the screen looks for it: the last word may go on.
    return call('countNewInSavedSearches', { query: { partial: 'true' } }, { signal })
  },
})

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (milliseconds <= 0) return Promise.resolve()
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
}

/** By id, how many takes are new in those that one has pinned. */
export function useNewCounts({ enabled }: { enabled: boolean }): ReadonlyMap<string, number> {
  const data = useQuery({ ...counting, enabled }).data?.data ?? []
  return new Map(data.map(({ id, count }) => [id, count]))
}

/** Says that one was opened: nothing is new in it from then on. */
export function useSee(): (id: string) => Promise<void> {
  const queryClient = useQueryClient()
  return useCallback(
    async (id) => {
      // What is counted now would be of before.
      await queryClient.cancelQueries({ queryKey: counting.queryKey })
      queryClient.setQueryData(
        counting.queryKey,
        (before) =>
          before && {
            ...before,
            data: before.data.map((one) => (one.id === id ? { ...one, count: 0 } : one)),
          },
      )
      // Whoever cannot say so sees it as new once more.
      await call('seeSavedSearch', { params: { id } }).catch(() => {})
    },
    [queryClient],
  )
}

/** Asks again for what one sees of them, once something of it was changed from here. What is new is told when it is counted: nobody waits for it. */
export function useSavedChanged(): () => Promise<unknown> {
  const queryClient = useQueryClient()
  return useCallback(() => {
    void outdate(queryClient, 'countNewInSavedSearches')
    return outdate(queryClient, 'listSavedSearches')
  }, [queryClient])
}
