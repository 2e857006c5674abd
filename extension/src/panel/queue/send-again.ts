import { missing } from '../../capture/missing.ts'
import type { PlaceAtHand } from '../../place/place.ts'
import { placeAtHand } from '../../place/place-at-hand.ts'
import { listIds } from '../../queue/captures.ts'
import { editCaptures } from '../../queue/edit-captures.ts'
import type { CaptureBody, QueuedCapture } from '../../queue/queued-capture.ts'
import { sendNow } from '../background.ts'
import { completed } from './completed.ts'

/** How many are sent, and how many are drafts: they lack something still. */
export interface SentAgain {
  sent: number
  drafts: number
}

/** Sends drafts and refused captures, after `change` was made to their bodies; those that wait for their turn are changed alone. */
export async function sendTheseAgain(
  ids: readonly string[],
  change: (body: CaptureBody) => CaptureBody = (body) => body,
): Promise<SentAgain> {
  const place = await placeAtHand()
  const edited = await editCaptures(ids, ({ body }) => changeOf(change(body), place))
  await sendNow()
  const drafts = edited.filter(({ state }) => state === 'draft').length
  return { sent: edited.length - drafts, drafts }
}

/** The same with all that were refused. */
export async function sendAllAgain(): Promise<SentAgain> {
  return sendTheseAgain(await listIds(['failed']))
}

function changeOf(changed: CaptureBody, place: PlaceAtHand | undefined): Partial<QueuedCapture> {
  const body = completed(changed, place)
  const problem = missing(body)
  return { body, problem, state: problem ? 'draft' : 'pending' }
}
