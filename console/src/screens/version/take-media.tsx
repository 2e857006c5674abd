import type { AssetVersion } from '@dailies/contract/board.ts'
import type { FrameRate } from '@dailies/contract/frame.ts'
import type { ReactNode } from 'react'
import { type TakeStage, useShapesInProgress } from '../../comments/take-stage.ts'
import { useStageInPlayer } from '../../comments/use-stage-in-player.tsx'
import { useMay } from '../../production/role.tsx'
import { MediaView } from '../../takes/media-view.tsx'
import { useTogether } from '../../together/use-together.ts'
import { kindOf } from '../../ui/media.tsx'

interface TakeMediaProps {
  version: AssetVersion
  stage: TakeStage
  alt: string
  rate: FrameRate | undefined
  burnIn: string
  actions: ReactNode
}

/** The media of a version, with what is said of its frames. */
export function TakeMedia({ version, stage, alt, rate, burnIn, actions }: TakeMediaProps) {
  const mayDraw = useMay('reviewer')
  const led = useTogether({
    screen: { kind: 'take' },
    seen: () => version.id,
    player: () => stage.player,
    shapes: useShapesInProgress(stage),
  })
  const playing = useStageInPlayer(stage, { name: alt, kind: kindOf(version), rate, mayDraw, led })
  return (
    <div data-take-media className="size-full">
      <MediaView media={version} alt={alt} playing={{ rate, burnIn, ...playing }} actions={actions} />
    </div>
  )
}
