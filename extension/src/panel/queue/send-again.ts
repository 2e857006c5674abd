import { missing } from '../../capture/missing.ts'
import { placeAtHand } from '../../place/place-at-hand.ts'
import { changeCaptures, countCaptures, listCaptures } from '../../queue/captures.ts'
import type { QueuedCapture } from '../../queue/queued-capture.ts'
import { sendNow } from '../background.ts'
import { completed } from './completed.ts'

/** Sends captures again that were set aside; those that still lack something stay. Returns how many are sent. */
export async function sendTheseAgain(captures: readonly QueuedCapture[]): Promise<number> {
  const place = await placeAtHand()
  const changes = captures.map(({ id, body: before }): [string, Partial<QueuedCapture>] => {
    const body = completed(before, place)
    const problem = missing(body)
    return [id, { body, problem, state: problem ? 'failed' : 'pending' }]
  })
  await changeCaptures(new Map(changes), 'failed')
  await sendNow()
  return changes.filter(([, { state }]) => state === 'pending').length
}

/** The same with all of them. */
export async function sendAllAgain(): Promise<number> {
  const { failed } = await countCaptures()
  return sendTheseAgain(await listCaptures('failed', failed))
}
