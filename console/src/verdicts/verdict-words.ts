import type { VerdictKind } from '@dailies/contract/verdict.ts'
import { CircleHelp, type LucideIcon, PencilLine, ThumbsUp } from 'lucide-react'

/** What each verdict is called, and looks like. */
export const verdictLooks: Record<
  VerdictKind,
  { label: string; icon: LucideIcon; tone: 'good' | 'warn' | 'neutral' }
> = {
  approve: { label: 'Approves', icon: ThumbsUp, tone: 'good' },
  changes_needed: { label: 'Changes needed', icon: PencilLine, tone: 'warn' },
  no_opinion: { label: 'No opinion', icon: CircleHelp, tone: 'neutral' },
}
