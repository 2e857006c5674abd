import type { SceneOverview } from '@dailies/contract/production.ts'
import { useInfiniteQuery, useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { pages } from '../api/queries.ts'
import { useAllPages } from '../api/use-all-pages.ts'

/** All scenes of a project in their order: the first hundred at once, the others as they come. */
export function useAllScenes(projectId: string) {
  const list = useSuspenseInfiniteQuery(scenePages(projectId))
  useAllPages(list)
  return { list, scenes: list.data.pages.flatMap(({ data }) => data), complete: !list.hasNextPage }
}

/** The same without waiting for the first of them. */
export function useScenesSoFar(projectId: string, settings: { enabled?: boolean } = {}) {
  return useScenesAsTheyCome(projectId, settings).scenes
}

/** The same, with how that goes. */
export function useScenesAsTheyCome(projectId: string, { enabled = true } = {}) {
  const list = useInfiniteQuery({ ...scenePages(projectId), enabled })
  useAllPages(list)
  const scenes: readonly SceneOverview[] = useMemo(
    () => list.data?.pages.flatMap(({ data }) => data) ?? [],
    [list.data],
  )
  return { list, scenes }
}

function scenePages(projectId: string) {
  return pages('browseScenes', { params: { id: projectId } })
}
