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

/** A part of the captures in some states, as they change; drafts the oldest first, for they are gone through. */
export function useCaptures(
  states: readonly QueuedCapture['state'][],
  { from, limit }: { from: number; limit: number },
): QueuedCapture[] | undefined {
  const [captures, setCaptures] = useState<QueuedCapture[]>()
  const key = states.join(' ')
  useEffect(() => {
    const read = key.split(' ') as QueuedCapture['state'][]
    const part = { from, limit, oldestFirst: key === 'draft' }
    return follow(async () => setCaptures(await listCaptures(read, part)))
  }, [key, from, limit])
  return captures
}

/** Reads now, and again after changes. Returns what ends that. */
export function follow(read: () => Promise<void>): () => void {
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
