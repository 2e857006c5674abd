import type { Dailies, Item } from '../../sdk/src/dailies.ts'

/** Pages of 100 scenes that are read of a project: a film has fewer scenes. */
const mostPages = 5

/** The scenes of a project in story order; `isWhole` says whether there are no more. */
export async function scenesOf(
  dailies: Dailies,
  projectId: string,
  signal: AbortSignal,
): Promise<{ scenes: Item<'browseScenes'>[]; isWhole: boolean }> {
  const scenes: Item<'browseScenes'>[] = []
  let cursor: string | undefined
  for (let page = 0; page < mostPages; page += 1) {
    const { data, metadata } = await dailies.browseScenes({ id: projectId, limit: 100, cursor }, { signal })
    scenes.push(...data)
    if (metadata.nextCursor === null) return { scenes, isWhole: true }
    cursor = metadata.nextCursor
  }
  return { scenes, isWhole: false }
}
