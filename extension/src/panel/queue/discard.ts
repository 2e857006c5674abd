import { notify } from '@dailies/ui/notices.ts'
import { readMedia } from '../../media/media-queue.ts'
import type { QueuedMedia } from '../../media/queued-media.ts'
import { addCaptures, discardCapture } from '../../queue/captures.ts'
import type { QueuedCapture } from '../../queue/queued-capture.ts'
import { text } from '../../texts.ts'
import { sendNow } from '../background.ts'
import { forgetDraft } from '../form/drafts.ts'

/** Takes a capture out of the queue; for a while it can be brought back. */
export async function discard(capture: QueuedCapture): Promise<void> {
  const media = await readMedia(capture.id)
  await discardCapture(capture.id)
  await forgetDraft(capture.id)
  const bringBack = async () => {
    await addCaptures([capture], { media: media ? [takenAnew(media)] : [] })
    await sendNow()
  }
  notify(text('panelDiscarded'), { action: { label: text('panelUndo'), onClick: () => void bringBack() } })
}

/** Its bytes are gone: they are asked for once more, or left where that is in vain. */
function takenAnew({ stored: _stored, bytes: _bytes, sent: _sent, ...media }: QueuedMedia): QueuedMedia {
  const isThere = media.address !== undefined || media.page !== undefined
  return isThere ? { ...media, state: 'taking' } : { ...media, state: 'left', problem: text('mediaPageGone') }
}
