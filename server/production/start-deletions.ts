import type { Database } from '../db/database.ts'
import { finishDeletions } from './finish-deletions.ts'

/** How often it looks for what another process left, in milliseconds. */
const lookEvery = 10_000

export interface RunningDeletions {
  /** Something was deleted: goes to work at once instead of at the next look. */
  wake(): void
  /** Waits for the step under way. */
  stop(): Promise<void>
}

/** Goes on, now and from now on, with whatever was deleted and is still to be removed. */
export function startDeletions(db: Database, onError: (error: unknown) => void): RunningDeletions {
  let isStopping = false
  let working: Promise<void> | undefined
  let isWoken = false

  async function work(): Promise<void> {
    do {
      isWoken = false
      await finishDeletions(db, () => isStopping).catch(onError)
    } while (isWoken && !isStopping)
    working = undefined
  }
  function wake(): void {
    isWoken = true
    if (!isStopping) working ??= work()
  }
  const timer = setInterval(wake, lookEvery)
  wake()
  return {
    wake,
    stop: async () => {
      isStopping = true
      clearInterval(timer)
      await working
    },
  }
}
