import { notify } from '@dailies/ui/notices.ts'
import { readMediaOf } from '../../media/media-queue.ts'
import { takenAnew } from '../../media/taken-anew.ts'
import { addCaptures, discardCaptures, readCapture } from '../../queue/captures.ts'
import { text } from '../../texts.ts'
import { sendNow } from '../background.ts'
import { forgetDrafts } from '../form/drafts.ts'

/** Takes captures out of the queue; for a while they can be brought back. */
export async function discard(ids: readonly string[]): Promise<void> {
  const found = await Promise.all(ids.map(readCapture))
  const captures = found.filter((capture) => capture !== undefined)
  const media = await readMediaOf(ids)
  await discardCaptures(ids)
  await forgetDrafts(ids)
  // The count on the icon is another now.
  await sendNow()
  const bringBack = async () => {
    // Their bytes are gone.
    await addCaptures(captures, { media: media.map(takenAnew) })
    await sendNow()
  }
  const said = ids.length === 1 ? text('panelDiscarded') : text('panelDiscardedMany', ids.length)
  notify(said, { action: { label: text('panelUndo'), onClick: () => void bringBack() } })
}
