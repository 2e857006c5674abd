import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useAllPages } from '../api/use-all-pages.ts'

/** Has a list read page after page until all of it is there. */
export function useWhole<Row extends { id: string }>(
  list: UseInfiniteQueryResult<InfiniteData<{ data: Row[] }>>,
): { rows: Row[]; isWhole: boolean } {
  const { data, hasNextPage } = list
  useAllPages(list)
  const rows = useMemo(() => {
    const known = new Set<string>()
    // One that came between two pages is on both.
    return (data?.pages ?? []).flatMap((page) =>
      page.data.filter(({ id }) => !known.has(id) && known.add(id)),
    )
  }, [data])
  return { rows, isWhole: list.isSuccess && !hasNextPage }
}
