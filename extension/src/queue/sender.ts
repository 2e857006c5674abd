import { browser } from 'wxt/browser'
import { pauseAfter } from './backoff.ts'
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
  /** There may be something to send. */
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
  let failures = 0
  let failingSince = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const run = async () => {
    again = running
    if (running) return
    running = true
    clearTimeout(timer)
    timer = undefined
    try {
      // Should the browser end the background in the middle, this brings it back.
      await browser.alarms.create(alarmName, { periodInMinutes: alarmMinutes })
      await report({ state: 'sending' })
      do {
        again = false
        await settle(await sendWaiting(onSynced))
      } while (again && timer === undefined)
    } catch (error) {
      // The disk is full, or the profile is going away: the alarm tries again.
      console.error(error)
    } finally {
      running = false
    }
  }

  const settle = async (outcome: Outcome) => {
    if (outcome.state !== 'waiting') {
      failures = 0
      await browser.alarms.clear(alarmName)
      return report({ state: outcome.state })
    }
    failures += 1
    if (failures === 1) failingSince = Date.now()
    const pause = pauseAfter(failures, outcome.retryAfter)
    timer = setTimeout(run, pause)
    await report({ state: 'waiting', until: Date.now() + pause, reason: outcome.reason })
  }

  setInterval(() => {
    // Any call of the browser's interface counts as being in use.
    if (timer !== undefined && Date.now() - failingSince < staysAwake) browser.runtime.getPlatformInfo()
  }, wakefulness)

  return {
    wake: () => {
      if (timer === undefined) run()
    },
    wakeNow: () => {
      failures = 0
      run()
    },
  }
}

/** For the panel, and in short on the icon: how many need a look, or that the connection does. */
async function report(status: QueueStatus): Promise<void> {
  const { failed } = await countCaptures()
  const badge = failed > 0 ? String(failed) : ''
  await Promise.all([
    browser.storage.session.set({ queueStatus: status }),
    browser.action.setBadgeText({ text: status.state === 'paused' ? '!' : badge }),
    browser.action.setBadgeBackgroundColor({ color: '#b3261e' }),
  ])
}
