import { notify } from '@dailies/ui/notices.ts'
import { isAway } from '../api/reach.ts'
import { bringBack } from '../takes/brought-back.ts'
import { counted } from '../ui/counted.ts'
import type { Drop } from './drop.ts'
import { undoDrop } from './end-uploads.ts'

/** Requests at once. */
const atOnce = 4

/** Takes back what was added in one gesture, sent or not, and offers to bring back what was there with its file. */
export async function undoTakes({ id, to }: Drop): Promise<void> {
  const { taken, whole, failed, waits } = await undoDrop(id)
  if (taken + failed === 0) return
  const action = whole.length > 0 && {
    action: { label: `Bring ${whole.length} back`, onClick: () => void bringAllBack(whole) },
  }
  if (failed > 0) {
    const stay = failed === 1 ? 'it stays' : 'they stay'
    const problem = `${counted(failed, 'take')} could not be taken back: ${stay} in ${to}`
    return notify(problem, { failed: true, ...action })
  }
  const later = waits ? `, once the service can ${isAway() ? 'be reached' : 'do it'}` : ''
  notify(`${counted(taken, 'take')} taken back from ${to}${later}`, { ...action })
}

async function bringAllBack(ids: readonly string[]): Promise<void> {
  const left = [...ids]
  let failed = 0
  const some = async () => {
    for (let id = left.shift(); id; id = left.shift()) {
      await bringBack(id).catch(() => {
        failed += 1
      })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, some))
  if (failed > 0) notify(`${counted(failed, 'take')} could not be brought back`, { failed: true })
  else notify(ids.length === 1 ? 'It is back' : `${counted(ids.length, 'take')} are back`)
}
