import type { AssetVersion } from '@dailies/contract/board.ts'
import { VerdictsSection } from '../verdicts/verdicts-section.tsx'
import { CommentsPanel } from './comments-panel.tsx'
import type { TakeStage } from './take-stage.ts'

interface ReviewProps {
  version: AssetVersion
  stage: TakeStage
  target: string | undefined
}

/** What people think of a take. */
export function Review({ version, stage, target }: ReviewProps) {
  return (
    <>
      <VerdictsSection version={version} />
      <CommentsPanel version={version} stage={stage} target={target} />
    </>
  )
}
