import { useSyncExternalStore } from 'react'
import { onMediaChange, readMediaOf } from '../../media/media-queue.ts'
import type { QueuedMedia } from '../../media/queued-media.ts'

/** Milliseconds: of many changes in a row few are read. */
const atMostEvery = 100

/** What rows are shown of; null where there are no media. */
const known = new Map<string, QueuedMedia | null>()
const shown = new Map<string, Set<() => void>>()
const outdated = new Set<string>()
let waiting: ReturnType<typeof setTimeout> | undefined

onMediaChange((id) => {
  if (shown.has(id)) readSoon(id)
})

function readSoon(id: string, after = atMostEvery): void {
  outdated.add(id)
  if (waiting) return
  waiting = setTimeout(() => {
    waiting = undefined
    void readOutdated()
  }, after)
}

/** All in one go, whichever rows they are of. */
async function readOutdated(): Promise<void> {
  const ids = [...outdated]
  outdated.clear()
  const found = new Map((await readMediaOf(ids)).map((media) => [media.id, media]))
  for (const id of ids) {
    known.set(id, found.get(id) ?? null)
    for (const listener of shown.get(id) ?? []) listener()
  }
}

/** The media of a capture, as they change; undefined while they are read, or where there are none. */
export function useMedia(id: string): QueuedMedia | undefined {
  const subscribe = (listener: () => void) => {
    const listeners = shown.get(id) ?? new Set()
    shown.set(id, listeners.add(listener))
    // It may have changed while nobody looked.
    readSoon(id, 0)
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0) shown.delete(id)
    }
  }
  return useSyncExternalStore(subscribe, () => known.get(id)) ?? undefined
}
