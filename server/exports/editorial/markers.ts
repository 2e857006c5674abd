import type { TimelineMarker } from './timeline.ts'

/** What stands at a frame: programs take one marker there. */
export interface Marker {
  /** Frames of the version; `to` belongs to it. */
  from: number
  to: number
  /** Who said the first of it. */
  name: string
  /** All that was said there, a line each where several did. */
  text: string
  /** Whether all of it is. */
  isResolved: boolean
}

/** Those that are seen in the clip, one a frame, in order; a range is cut where the clip is. */
export function markersByFrame(
  markers: readonly TimelineMarker[],
  { from: first, out }: { from: number; out: number },
): Marker[] {
  const found = new Map<number, Marker>()
  for (const marker of markers.toSorted((one, other) => one.from - other.from || one.to - other.to)) {
    if (marker.to < first || marker.from >= out) continue
    const from = Math.max(marker.from, first)
    const to = Math.min(marker.to, out - 1)
    const before = found.get(from)
    const text = `${marker.author}: ${marker.text}`
    if (!before) found.set(from, { from, to, name: marker.author, text, isResolved: marker.isResolved })
    else {
      found.set(from, {
        ...before,
        to: Math.max(before.to, to),
        text: `${before.text}\n${text}`,
        isResolved: before.isResolved && marker.isResolved,
      })
    }
  }
  return [...found.values()]
}
