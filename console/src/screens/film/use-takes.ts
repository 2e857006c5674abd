import type { AssetCard } from '@dailies/contract/board.ts'
import { type CutEntry, pictureTypes } from '@dailies/contract/cut.ts'
import type { FrameRate } from '@dailies/contract/frame.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../api/queries.ts'

/**
 * The takes of what is seen, of its shot and type, the oldest first, and of very many the last; all that are seen where nothing is chosen
 * yet. Whether they are known, too: until then there are none.
 */
export function useTakes({ sceneDbId, shotId, version }: CutEntry): {
  takes: AssetCard[]
  areKnown: boolean
} {
  const type = version?.assetType
  const { data } = useQuery(
    query('browseAssets', {
      params: { id: sceneDbId },
      query: { shotId: shotId ?? 'none', sort: 'newest', limit: 100, ...(type && { assetType: type }) },
    }),
  )
  const types: readonly string[] = type ? [type] : pictureTypes
  const takes = (data?.data ?? []).filter(({ assetType }) => types.includes(assetType)).toReversed()
  return { takes, areKnown: data !== undefined }
}

/** The same place with another take, which is seen from its beginning for as long as the place lasts. */
export function withTake(entry: CutEntry, take: AssetCard | undefined, rate: FrameRate): CutEntry {
  if (!take || take.id === entry.version?.assetVersionId) return entry
  const { id: assetVersionId, assetType, versionNumber, platformLabel, outputUrl, thumbnailUrl } = take
  const { media, status } = take
  return {
    ...entry,
    kind: assetType === 'VIDEO' ? 'film' : 'still',
    ...{ in: 0, out: entry.duration, rate, frames: null, isTrimmed: false, storyBeat: null },
    version: {
      ...{ assetVersionId, assetType, versionNumber, platformLabel, outputUrl, thumbnailUrl, media, status },
    },
  }
}
