import { useInfiniteQuery } from '@tanstack/react-query'
import { pages } from '../../api/queries.ts'
import { useAllPages } from '../../api/use-all-pages.ts'

/** All that is in a playlist, in its order: the first hundred at once, the others as they come. */
export function useAllItems(playlistId: string) {
  const list = useInfiniteQuery(pages('listPlaylistItems', { params: { id: playlistId } }))
  useAllPages(list)
  const items = list.data?.pages.flatMap(({ data }) => data) ?? []
  return { list, items, complete: list.isSuccess && !list.hasNextPage }
}
