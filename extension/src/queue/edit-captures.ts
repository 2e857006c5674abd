import { database } from '../store/database.ts'
import { tell } from './captures.ts'
import { type CaptureBody, editableStates, type QueuedCapture } from './queued-capture.ts'

/** So many are changed in one transaction: nobody waits long for it. */
const atOnce = 100

/**
 * Changes those of them that nobody else is at, by what `edit` says of each as it is at that moment (undefined: nothing). Returns
 * them as they are then.
 */
export async function editCaptures(
  ids: readonly string[],
  edit: (capture: QueuedCapture) => Partial<Omit<QueuedCapture, 'id'>> | undefined,
): Promise<Pick<QueuedCapture, 'id' | 'state'>[]> {
  const edited: Pick<QueuedCapture, 'id' | 'state'>[] = []
  for (let from = 0; from < ids.length; from += atOnce) {
    const transaction = (await database()).transaction('captures', 'readwrite', { durability: 'strict' })
    await Promise.all(
      ids.slice(from, from + atOnce).map(async (id) => {
        const before = await transaction.store.get(id)
        if (!before || before.unread || !editableStates.includes(before.state)) return
        const change = edit(before)
        if (!change) return
        const after = { ...before, ...change }
        await transaction.store.put(after)
        edited.push({ id, state: after.state })
      }),
    )
    await transaction.done
    tell()
  }
  return edited
}

/** One that the user may change is sent, with another body. Its place in the order stays. False where it is on its way. */
export async function sendEdited(id: string, body: CaptureBody): Promise<boolean> {
  const edited = await editCaptures([id], () => ({ state: 'pending', problem: undefined, body }))
  return edited.length > 0
}
