import type { AssetCard } from '@dailies/contract/board.ts'
import type { CutEntry } from '@dailies/contract/cut.ts'
import type { Shape } from '@dailies/contract/drawing.ts'
import type { ReviewScreen } from '@dailies/contract/review.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { query } from '../../api/queries.ts'
import { filmControl } from '../../film/film-control.ts'
import { type Plan, placeAt } from '../../film/plan.ts'
import type { FilmPlayer } from '../../film/player.ts'
import { useLed } from '../../together/use-led.ts'
import { useTogether } from '../../together/use-together.ts'

interface FilmTogether {
  screen: ReviewScreen
  player: FilmPlayer
  /** With the takes that are tried. */
  plan: Plan
  /** The winners alone. */
  entries: readonly CutEntry[]
  /** What is being drawn. */
  shapes: readonly Shape[]
  /** Shows a take in the place of the winner; undefined: the winner again. */
  onTry: (chosen: CutEntry, take: AssetCard | undefined) => void
}

/** The film of whoever leads a review, or of those who follow: its frame and the take that is tried there. Returns what the leader draws. */
export function useFilmTogether({
  screen,
  player,
  plan,
  entries,
  shapes,
  onTry,
}: FilmTogether): readonly Shape[] {
  const seen = () => {
    const entry = plan.entries[placeAt(plan, player.read().frame)]
    return entry?.version?.assetVersionId ?? null
  }
  const led = useLed(screen)?.state
  const chosen = led && entries[placeAt(plan, led.frame)]
  useTried(chosen, led?.assetVersionId ?? null, onTry)
  return useTogether({ screen, seen, player: () => filmControl(player, plan), shapes })
}

function useTried(
  chosen: CutEntry | undefined,
  seenId: string | null,
  onTry: (chosen: CutEntry, take: AssetCard | undefined) => void,
): void {
  const isTried = chosen !== undefined && seenId !== null && seenId !== chosen.version?.assetVersionId
  const input = { params: { id: seenId ?? '' } }
  const asset = useQuery({ ...query('readAsset', input), enabled: isTried }).data?.data
  // Where the cut became another meanwhile, it may be of another shot.
  const take =
    isTried && asset?.scene.id === chosen.sceneDbId && (asset.shot?.id ?? null) === chosen.shotId
      ? asset
      : undefined
  const show = useEffectEvent(() => {
    if (chosen && (take || !isTried)) onTry(chosen, take)
  })
  const place = chosen && (chosen.shotId ?? chosen.sceneDbId)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the leader shows is another, or is known by now
  useEffect(() => show(), [place, isTried, take?.id])
}
