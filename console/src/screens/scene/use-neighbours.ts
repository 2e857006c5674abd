import { useQuery } from '@tanstack/react-query'
import { call, type Reply } from '../../api/call.ts'
import { keyOf } from '../../api/queries.ts'

type SceneInList = Reply<'browseScenes'>['data'][number]

export interface Neighbours {
  previous: SceneInList | undefined
  next: SceneInList | undefined
}

/** The scenes before and after this one, in the order of the project. */
export function useNeighbours(projectId: string, sceneDbId: string): Neighbours {
  const { data: scenes = [] } = useQuery({
    queryKey: keyOf('browseScenes', { params: { id: projectId } }, 'all'),
    queryFn: ({ signal }) => allScenes(projectId, signal),
    staleTime: 10_000,
  })
  const place = scenes.findIndex(({ id }) => id === sceneDbId)
  if (place < 0) return { previous: undefined, next: undefined }
  return { previous: scenes[place - 1], next: scenes[place + 1] }
}

async function allScenes(projectId: string, signal: AbortSignal): Promise<SceneInList[]> {
  const scenes: SceneInList[] = []
  let cursor: string | undefined
  do {
    const query = { limit: 100, cursor }
    const { data, metadata } = await call('browseScenes', { params: { id: projectId }, query }, { signal })
    scenes.push(...data)
    cursor = metadata.nextCursor ?? undefined
  } while (cursor)
  return scenes
}
