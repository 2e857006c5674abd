import { browser } from 'wxt/browser'
import { text } from '../texts.ts'
import { isAhead, pauseAfter } from './backoff.ts'
import { countCaptures } from './captures.ts'
import { type Outcome, sendWaiting } from './send.ts'

/** What the panel shows of the queue as a whole; kept in `browser.storage.session` as `queueStatus`. */
export interface QueueStatus {
  state: 'idle' | 'sending' | 'waiting' | 'paused'
  /** Unix milliseconds of the next try. */
  until?: number
  reason?: string
}

export interface Sender {
  /** There may be something to send. Does not shorten a pause. */
  wake(): void
  /** The same, without waiting for the end of a pause. */
  wakeNow(): void
}

/** The browser wakes the background by it, after it was put to sleep. */
export const alarmName = 'send'
const alarmMinutes = 0.5

/** So long after the first failure the background stays awake to try again; then the alarm has to do. Milliseconds. */
const staysAwake = 10 * 60_000
const wakefulness = 20_000

/** Sends captures one batch after the other, and waits after failures. `onSynced`: some are in the workspace now. */
export function openSender(onSynced: () => void): Sender {
  let running = false
  let again = false
  let hurry = false
  let failures = 0
  let failingSince = 0
  let until = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  // A pause outlives the background that began it.
  const restored = browser.storage.session.get('queueStatus').then(({ queueStatus }) => {
    until ||= (queueStatus as QueueStatus | undefined)?.until ?? 0
  })

  const isPausing = () => isAhead(until)

  const run = async () => {
    again = running
    if (running) return
    running = true
    try {
      await restored
      while (!isPausing() || hurry) {
        again = false
        hurry = false
        clearTimeout(timer)
        timer = undefined
        // Should the browser end the background in the middle, this brings it back.
        await browser.alarms.create(alarmName, { periodInMinutes: alarmMinutes })
        await report({ state: 'sending' })
        await settle(await sendWaiting(onSynced))
        if (!again && !hurry) break
      }
      // Woken in a pause that began before the background ended.
      if (isPausing() && failures === 0) resumeAfter(until - Date.now())
    } catch (error) {
      // The disk is full, or the profile is going away: the alarm tries again.
      console.error(error)
      await report({ state: 'waiting', reason: text('queueFault') }).catch(console.error)
    } finally {
      running = false
    }
  }

  const settle = async (outcome: Outcome) => {
    if (outcome.state === 'waiting') return wait(outcome)
    failures = 0
    until = 0
    const { pending, syncing } = await countCaptures()
    const isDone = outcome.state === 'paused' || outcome.state === 'elsewhere' || pending + syncing === 0
    // Media that are still being read will be there to send.
    if (isDone) await browser.alarms.clear(alarmName)
    if (outcome.state === 'elsewhere') return report({ state: 'waiting', reason: outcome.reason })
    await report({ state: outcome.state })
  }

  const wait = async ({ retryAfter, reason }: Outcome & { state: 'waiting' }) => {
    failures += 1
    if (failures === 1) failingSince = Date.now()
    const pause = pauseAfter(failures, retryAfter)
    until = Date.now() + pause
    if (staysUp()) resumeAfter(pause)
    await report({ state: 'waiting', until, reason })
  }

  const resumeAfter = (pause: number) => {
    timer ??= setTimeout(() => {
      timer = undefined
      run()
    }, pause + 10)
  }

  const staysUp = () => Date.now() - failingSince < staysAwake

  setInterval(() => {
    // Any call of the browser's interface counts as being in use.
    if (timer !== undefined && staysUp()) browser.runtime.getPlatformInfo()
  }, wakefulness)

  return {
    wake: run,
    wakeNow: () => {
      hurry = true
      failures = 0
      run()
    },
  }
}

/** For the panel, and in short on the icon: how many need the user (drafts and refused ones), or that the connection does. */
async function report(status: QueueStatus): Promise<void> {
  const { draft, failed } = await countCaptures()
  const badge = draft + failed > 0 ? String(draft + failed) : ''
  await Promise.all([
    browser.storage.session.set({ queueStatus: status }),
    browser.action.setBadgeText({ text: status.state === 'paused' ? '!' : badge }),
    browser.action.setBadgeBackgroundColor({ color: '#b3261e' }),
  ])
}
