import type { GuestTake, OpenLink } from '@dailies/contract/guest.ts'
import type { TakeStage } from '../../comments/take-stage.ts'
import { CommentForm } from './comment-form.tsx'
import { CommentList } from './comment-list.tsx'
import { VerdictForm } from './verdict-form.tsx'

interface TakePanelProps {
  link: OpenLink
  take: GuestTake
  stage: TakeStage
  /** The comment that is to be shown at once. */
  target?: string | undefined
  /** Called once the link opens nothing any more. */
  onGone: () => void
}

/** What one may do with a take that is seen, and what was said of it. */
export function TakePanel({ link, take, stage, target, onGone }: TakePanelProps) {
  return (
    <>
      {link.mayGiveVerdict && <VerdictForm link={link} take={take} />}
      {link.mayComment && <CommentForm {...{ link, take, stage }} />}
      <CommentList {...{ link, take, stage, target, onGone }} />
    </>
  )
}
