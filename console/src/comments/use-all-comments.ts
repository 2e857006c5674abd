import { useInfiniteQuery } from '@tanstack/react-query'
import { useWhole } from '../ui/use-whole.ts'
import { commentPages } from './comments-changed.ts'

/** All that was said of a version: a reply may be far from what it replies to, and what is marked on the film is all of it. */
export function useAllComments(assetId: string) {
  const list = useInfiniteQuery(commentPages(assetId))
  const { rows: comments, isWhole } = useWhole(list)
  return { list, comments, isWhole }
}
