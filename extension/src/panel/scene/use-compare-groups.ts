import { useList } from '../lists/use-list.ts'

/** The compare groups among the latest versions of a scene. */
export function useCompareGroups(sceneDbId: string | undefined): string[] {
  const versions = useList('versions', sceneDbId).items ?? []
  return [...new Set(versions.flatMap(({ compareGroup }) => compareGroup ?? []))]
}
