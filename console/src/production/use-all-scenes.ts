import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { pages } from '../api/queries.ts'

/** All scenes of a project in their order: the first hundred at once, the others as they come. */
export function useAllScenes(projectId: string) {
  const list = useSuspenseInfiniteQuery(pages('browseScenes', { params: { id: projectId } }))
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = list
  useEffect(() => {
    if (hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage()
  }, [hasNextPage, isFetching, isFetchNextPageError, fetchNextPage])
  return { list, scenes: list.data.pages.flatMap(({ data }) => data), complete: !hasNextPage }
}
