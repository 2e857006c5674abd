import { notify } from '@dailies/ui/notices.ts'
import { addCaptures, discardCapture } from '../../queue/captures.ts'
import type { QueuedCapture } from '../../queue/queued-capture.ts'
import { text } from '../../texts.ts'
import { sendNow } from '../background.ts'
import { forgetDraft } from '../form/drafts.ts'

/** Takes a capture out of the queue; for a while it can be brought back. */
export async function discard(capture: QueuedCapture): Promise<void> {
  await discardCapture(capture.id)
  await forgetDraft(capture.id)
  const bringBack = async () => {
    await addCaptures([capture])
    await sendNow()
  }
  notify(text('panelDiscarded'), { action: { label: text('panelUndo'), onClick: () => void bringBack() } })
}
