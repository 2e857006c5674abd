import { useEffect } from 'react'

interface List {
  hasNextPage: boolean
  isFetching: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => unknown
}

/** Asks for page after page of a list, until all of it is there or one of them fails. */
export function useAllPages({ hasNextPage, isFetching, isFetchNextPageError, fetchNextPage }: List): void {
  useEffect(() => {
    if (hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage()
  }, [hasNextPage, isFetching, isFetchNextPageError, fetchNextPage])
}
