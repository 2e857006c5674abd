import { browser } from 'wxt/browser'
import { hasToComeBack } from './next-tasks.ts'

/** By it the browser wakes the background, to go on with media after it was put to sleep. */
export const mediaAlarm = 'media'
const alarmMinutes = 0.5

/** Any call of the browser's interface counts as being in use. Milliseconds. */
const wakefulness = 20_000

/** Keeps the background awake while media are moved, and has it woken while some wait. */
export function keepAwake(isBusy: () => boolean): { settle(): Promise<void> } {
  setInterval(() => {
    if (isBusy()) void browser.runtime.getPlatformInfo()
  }, wakefulness)
  return {
    settle: async () => {
      if (await hasToComeBack()) await browser.alarms.create(mediaAlarm, { periodInMinutes: alarmMinutes })
      else await browser.alarms.clear(mediaAlarm)
    },
  }
}
