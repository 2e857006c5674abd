import type { PlaylistItem } from '@dailies/contract/playlist.ts'
import { useMemo } from 'react'
import type { Plan } from '../../film/plan.ts'
import { planOfTakes, type TakeInRow } from '../../film/plan-of-takes.ts'
import { useLengths } from './use-lengths.ts'

/** The plan of a playlist; the same one as long as what is in it, and how long that is, is the same. `place` is what is seen. */
export function usePlanOfItems(items: PlaylistItem[], place: number): Plan {
  const rows = useMemo(() => items.map(takeOf), [items])
  const takes = useLengths(rows, place)
  const key = useMemo(() => JSON.stringify(takes), [takes])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key has all of them
  return useMemo(() => planOfTakes(takes), [key])
}

/** As the player has it. */
function takeOf({ id, asset, scene, shot, frameRate }: PlaylistItem): TakeInRow {
  const { assetType, versionNumber, outputUrl, thumbnailUrl, media } = asset
  return {
    ...{ place: id, sceneId: scene.sceneId, shotCode: shot?.shotCode ?? null, rate: frameRate },
    durationSeconds: media?.durationSeconds ?? null,
    version: { assetVersionId: asset.id, assetType, versionNumber, outputUrl, thumbnailUrl, media },
  }
}
