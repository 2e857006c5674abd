import { DailiesError } from '../../../sdk/src/error.ts'
import { isAway, onReach } from '../api/reach.ts'
import { errorText } from '../ui/error-text.ts'
import { allWaiting, asItWaits, forgetWaiting, keepWaiting, type Waiting, whoseWaits } from './waiting.ts'

/** How what waits is sent by those whom it is of: members, or guests of a link. */
export interface Sender {
  /** Whose name the service would take it in now: the cookie is whoever’s came last, in any page of this browser. */
  who: () => Promise<string | undefined>
  /** Sends it; tells whether it did, and not that it is another by now. Throws a DailiesError. */
  send: (one: Waiting) => Promise<boolean>
}

/** Milliseconds until one that broke off is tried again, where nobody tells that the service is back. */
const again = 5000

let isSending = false
let wanted = false
let timer: ReturnType<typeof setTimeout> | undefined
let known: Sender | undefined

/** Sends what waits, one after the other, in the order in which it was said; what breaks off goes on by itself. */
export async function sendWaiting(sender: Sender): Promise<void> {
  known = sender
  wanted = true
  if (isSending) return
  isSending = true
  clearTimeout(timer)
  try {
    while (wanted) {
      wanted = false
      await sendAll(known)
    }
  } finally {
    isSending = false
  }
}

async function sendAll(sender: Sender): Promise<void> {
  for (;;) {
    const next = allWaiting().find(({ refused }) => refused === undefined)
    if (!next) return
    if (!(await send(next, sender))) return
  }
}

/** Whether the next one may follow. */
async function send(one: Waiting, sender: Sender): Promise<boolean> {
  try {
    if ((await sender.who()) !== one.whose || whoseWaits() !== one.whose) return false
    if (await sender.send(one)) forgetWaiting(one)
    return true
  } catch (error) {
    if (whoseWaits() !== one.whose) return false
    // Who signs in again is asked by itself; what they said waits for them.
    if (error instanceof DailiesError && error.status === 401) return false
    // Room for a file does not come by itself.
    if (error instanceof DailiesError && error.isTemporary && error.status !== 507) {
      const wait = error.retryAfter ? error.retryAfter * 1000 : again
      timer = setTimeout(() => void sendWaiting(sender), wait)
      return false
    }
    // What was sent by another page, or taken back, is not there to be refused.
    const current = asItWaits(one)
    if (current) keepWaiting({ ...current, refused: errorText(error) })
    return true
  }
}

onReach(() => {
  if (!isAway() && known && allWaiting().length > 0) void sendWaiting(known)
})
