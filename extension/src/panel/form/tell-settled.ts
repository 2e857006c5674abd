import { notify } from '@dailies/ui/notices.ts'
import { takeName } from '@dailies/ui/take-name.ts'
import { onCapturesChange, readCapture } from '../../queue/captures.ts'
import type { QueuedCapture } from '../../queue/queued-capture.ts'
import { text } from '../../texts.ts'
import { show } from '../use-view.ts'

/** Milliseconds after which it is not waited for any longer: the service is away, or many come first. */
const patience = 4_000

/** Waits a little for what becomes of a capture that was stored, tells it, and shows what comes next. */
export async function tellSettled(id: string): Promise<void> {
  const capture = await settled(id)
  if (capture?.state === 'failed' || capture?.state === 'draft') return show({ name: 'form', id })
  if (capture?.asset) {
    notify(text('panelFiled', takeName(capture.asset), capture.body.sceneId ?? ''))
    return show({ name: 'scene' })
  }
  notify(text('panelStored'))
  show({ name: 'queue' })
}

/** As it is when it was sent or set aside, or when the patience ends. */
export function settled(id: string): Promise<QueuedCapture | undefined> {
  return new Promise((resolve) => {
    const look = async (last = false) => {
      const capture = await readCapture(id)
      if (!last && (capture?.state === 'pending' || capture?.state === 'syncing')) return
      endListening()
      clearTimeout(timer)
      resolve(capture)
    }
    const endListening = onCapturesChange(() => void look())
    const timer = setTimeout(() => void look(true), patience)
    void look()
  })
}
