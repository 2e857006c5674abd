import type { AssetCard } from '@dailies/contract/board.ts'
import type { QueryClient } from '@tanstack/react-query'
import { keyOf } from '../api/queries.ts'

/** What changes of an asset version when it is picked, approved or put into a compare group. */
export type Standing = Pick<AssetCard, 'status' | 'selected' | 'compareGroup'>

/** An asset version as any of the screens has it. */
export type KnownVersion = Pick<
  AssetCard,
  'id' | 'assetType' | 'shotId' | 'platformKey' | 'versionNumber'
> & {
  platformLabel?: string
} & Standing

type Change = (
  version: KnownVersion,
  sceneDbId: string | undefined,
) => Partial<Standing & Pick<AssetCard, 'marks'>> | undefined

const places = ['browseAssets', 'readAsset', 'readLineage'] as const

/** Changes asset versions wherever the console shows them, before the service says anything. */
export function changeKnownVersions(queryClient: QueryClient, change: Change): void {
  for (const place of places) {
    for (const { queryKey, state } of queryClient.getQueryCache().findAll({ queryKey: keyOf(place) })) {
      const sceneDbId = place === 'browseAssets' ? sceneOfKey(queryKey) : undefined
      const data = changed(state.data, change, sceneDbId)
      if (data !== state.data) queryClient.setQueryData(queryKey, data)
    }
  }
}

function sceneOfKey(queryKey: readonly unknown[]): string | undefined {
  return (queryKey[1] as { params?: { id?: string } } | undefined)?.params?.id
}

/** The same object when nothing in it changes, so that nothing is drawn again. */
function changed(data: unknown, change: Change, sceneDbId: string | undefined): unknown {
  if (Array.isArray(data)) {
    const after = data.map((item) => changed(item, change, sceneDbId))
    return after.some((item, place) => item !== data[place]) ? after : data
  }
  if (typeof data !== 'object' || data === null) return data
  if (isVersion(data)) {
    const { scene } = data as { scene?: { id: string } }
    const patch = change(data, scene?.id ?? sceneDbId)
    return patch ? { ...data, ...patch } : data
  }
  const within = ['cards', 'pages', 'data'].filter((name) => name in data)
  const before = data as Record<string, unknown>
  const after = within.map((name) => [name, changed(before[name], change, sceneDbId)] as const)
  return after.some(([name, value]) => value !== before[name])
    ? { ...data, ...Object.fromEntries(after) }
    : data
}

function isVersion(data: object): data is KnownVersion {
  return 'versionNumber' in data && 'status' in data && 'selected' in data
}
