import { useSyncExternalStore } from 'react'

const minute = 60_000
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let current = Date.now()

/** Unix milliseconds, a minute old at most: one timer for all that tell the time. */
export function useMinute(): number {
  return useSyncExternalStore(subscribe, () => current)
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    // Nobody has kept it up to date meanwhile.
    current = Date.now()
    timer = setInterval(tick, minute)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) clearInterval(timer)
  }
}

function tick(): void {
  current = Date.now()
  for (const listener of listeners) listener()
}
