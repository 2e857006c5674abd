import { openNotice } from '@dailies/ui/notices.ts'
import { counted } from '../ui/counted.ts'
import type { Drop } from './drop.ts'
import { undoTakes } from './undo-takes.ts'
import { currentUploads, isUnderWay, onUploads, type Upload } from './uploads.ts'

/** Tells of what was added in one gesture in one notice: that it is on the way, and then what became of it. */
export function tellOfDrop(drop: Drop): void {
  const action = { label: 'Undo', onClick: () => void undoTakes(drop) }
  const own = () => currentUploads().filter((upload) => upload.drop?.id === drop.id)
  let told = toldOf(own(), drop)
  const notice = openNotice(told.text, { failed: told.failed, action })
  const stop = onUploads(() => {
    const uploads = own()
    // All were taken back or put away: there is nothing to undo.
    if (uploads.length === 0) notice.end()
    if (!notice.isShown()) return stop()
    const next = toldOf(uploads, drop)
    if (next.text === told.text) return
    told = next
    notice.change(next.text, { failed: next.failed, action })
  })
}

function toldOf(own: readonly Upload[], { to }: Drop): { text: string; failed: boolean } {
  const all = counted(own.length, 'take')
  if (own.some(isUnderWay)) return { text: `${all} on the way to ${to}`, failed: false }
  const done = own.filter(({ stage }) => stage === 'done').length
  const left = own.length - done
  if (left === 0) return { text: `${all} ${own.length === 1 ? 'is' : 'are'} in ${to}`, failed: false }
  if (done === 0) return { text: `${all} could not be sent to ${to}`, failed: true }
  const text = `${done} of ${all} ${done === 1 ? 'is' : 'are'} in ${to}, ${left} ${left === 1 ? 'was' : 'were'} not sent`
  return { text, failed: true }
}
