import { notify } from '@dailies/ui/notices.ts'
import { text } from '../../texts.ts'
import type { SentAgain } from './send-again.ts'

/** Says how many are sent, and how many lack something still. */
export function tellSent({ sent, drafts }: SentAgain): void {
  if (sent === 0) notify(text('panelNoneSentAgain'), { failed: true })
  else notify(drafts > 0 ? text('panelSentSomeAgain', sent, drafts) : text('panelSentAgain', sent))
}
