import { useEffect, useState } from 'react'
import { type Counts, countCaptures, listCaptures, onCapturesChange } from '../../queue/captures.ts'
import type { QueuedCapture } from '../../queue/queued-capture.ts'

/** Milliseconds: of many changes in a row, as a batch makes them, few are read. */
const atMostEvery = 100

/** How many captures there are in each state, as it changes. */
export function useCounts(): Counts | undefined {
  const [counts, setCounts] = useState<Counts>()
  useEffect(() => follow(async () => setCounts(await countCaptures())), [])
  return counts
}

/** The captures in a state, the newest first, as they change. */
export function useCaptures(state: QueuedCapture['state'], limit: number): QueuedCapture[] | undefined {
  const [captures, setCaptures] = useState<QueuedCapture[]>()
  useEffect(() => follow(async () => setCaptures(await listCaptures(state, limit))), [state, limit])
  return captures
}

/** Reads now, and again after changes. Returns what ends that. */
function follow(read: () => Promise<void>): () => void {
  let waiting: ReturnType<typeof setTimeout> | undefined
  void read()
  const endListening = onCapturesChange(() => {
    waiting ??= setTimeout(() => {
      waiting = undefined
      void read()
    }, atMostEvery)
  })
  return () => {
    endListening()
    clearTimeout(waiting)
  }
}
