import type { AssetCard } from '@dailies/contract/board.ts'
import { assetTypeLabels } from '@dailies/ui/badges.tsx'
import { takeName } from '@dailies/ui/take-name.ts'
import { useEffect, useRef } from 'react'
import type { PlayerControl } from '../../player/player-control.ts'
import { MediaView } from '../../takes/media-view.tsx'
import { kindOf } from '../../ui/media.tsx'

const calm = matchMedia('(prefers-reduced-motion: reduce)')

/** A take as large as there is room; a film begins by itself where that is wanted. */
export function LargeTake({ card, plays }: { card: AssetCard; plays: boolean }) {
  const player = useRef<PlayerControl>(null)
  const begins = plays && !calm.matches && kindOf(card) === 'film'
  useEffect(() => {
    if (begins) player.current?.play(1)
  }, [begins])
  const alt = `${takeName(card)}, ${assetTypeLabels[card.assetType]}`
  return (
    <div
      data-take-media
      className="h-[48dvh] min-h-64 w-full overflow-hidden rounded-xl border border-line bg-sunken lg:h-[56dvh]"
    >
      <MediaView media={card} alt={alt} actions={null} playing={{ rate: undefined, playerRef: player }} />
    </div>
  )
}
