import type { LiveMessage } from '@dailies/contract/live.ts'

/** What a page hears of review sessions: what is shown in one; and that the stream is open, and may have missed something. */
export type Heard = LiveMessage | 'open'

const listeners = new Set<(heard: Heard) => void>()

/** Returns what ends it. */
export function onMoment(listener: (heard: Heard) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function tellMoment(heard: Heard): void {
  for (const listener of listeners) listener(heard)
}
