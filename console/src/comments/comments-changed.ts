import type { Comment } from '@dailies/contract/comment.ts'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { EndpointName, Reply } from '../api/call.ts'
import { outdate, pages } from '../api/queries.ts'

/** What has comments, or counts them. */
const counting: EndpointName[] = [
  'listComments',
  'listCarriedNotes',
  'listOpenNotes',
  'readAsset',
  'browseScenes',
  'browseShots',
  'readScene',
  'readProject',
  'browseProjects',
]

/** Asks again for whatever shows comments, or counts of them. */
export function commentsChanged(queryClient: QueryClient): Promise<unknown> {
  return outdate(queryClient, ...counting)
}

type Pages = InfiniteData<Reply<'listComments'>, unknown>

/** Shows it before the list is read anew. */
export function addComment(queryClient: QueryClient, comment: Comment): void {
  change(queryClient, comment.assetVersionId, (data) => withLast(data, comment))
}

/** A list that came in pages, with one more at its end, unless it is there. */
export function withLast<Row extends { id: string }, Page extends { data: Row[] }>(
  data: InfiniteData<Page, unknown>,
  row: Row,
): InfiniteData<Page, unknown> {
  const last = data.pages.at(-1)
  if (!last || data.pages.some((page) => page.data.some(({ id }) => id === row.id))) return data
  return { ...data, pages: [...data.pages.slice(0, -1), { ...last, data: [...last.data, row] }] }
}

/** Shows what became of one. */
export function putComment(queryClient: QueryClient, comment: Comment): void {
  change(queryClient, comment.assetVersionId, (data) => ({
    ...data,
    pages: data.pages.map((page) => ({
      ...page,
      data: page.data.map((one) => (one.id === comment.id ? comment : one)),
    })),
  }))
}

function change(queryClient: QueryClient, assetId: string, make: (data: Pages) => Pages): void {
  const { queryKey } = commentPages(assetId)
  queryClient.setQueryData(queryKey, (data: Pages | undefined) => data && make(data))
}

/** All that was said of a version, page by page, the oldest first. */
export function commentPages(assetId: string) {
  return pages('listComments', { params: { id: assetId } })
}
