import { atRate, type FrameRate } from '@dailies/contract/frame.ts'
import type { TimelineClip, TimelineMarker, TimelineSound } from './timeline.ts'

/** What stands at a frame: programs take one marker there. */
export interface Marker {
  /** `to` belongs to it. */
  from: number
  to: number
  /** Who said the first of it. */
  name: string
  /** All that was said there, a line each where several did. */
  text: string
  /** Whether all of it is. */
  isResolved: boolean
}

/** Those of frames that are seen, counted as its take does. */
export function markersOfClip({ markers, in: from, out }: TimelineClip): Marker[] {
  return markersByFrame(markers, { from, out })
}

/** Those of what is heard, in frames of the cut from the beginning of the sound on: no program counts milliseconds. */
export function markersOfSound({ markers, media, duration }: TimelineSound, rate: FrameRate): Marker[] {
  const inCut = markers.map(({ range, ...said }) => ({
    ...said,
    range: range && rangeAt(range, media.rate, rate),
  }))
  return markersByFrame(inCut, { from: 0, out: duration })
}

/** The same moments at another rate: one frame at least. */
export function rangeAt({ from, to }: Range, counted: FrameRate, rate: FrameRate): Range {
  const first = atRate(from, counted, rate)
  return { from: first, to: Math.max(first, atRate(to + 1, counted, rate) - 1) }
}

type Range = NonNullable<TimelineMarker['range']>

/** One a frame, in order; a range is cut where the clip is, and what was said of the whole take stands at its head. */
function markersByFrame(
  markers: readonly TimelineMarker[],
  { from: first, out }: { from: number; out: number },
): Marker[] {
  const found = new Map<number, Marker>()
  const placed = markers.map((said) => ({ ...said, ...(said.range ?? { from: first, to: first }) }))
  for (const marker of placed.toSorted((one, other) => one.from - other.from || one.to - other.to)) {
    if (marker.to < first || marker.from >= out) continue
    const from = Math.max(marker.from, first)
    const to = Math.min(marker.to, out - 1)
    const { author: name, isResolved } = marker
    const marked = { from, to, name, text: `${name}: ${marker.text}`, isResolved }
    const before = found.get(from)
    found.set(from, before ? together(before, marked) : marked)
  }
  return [...found.values()]
}

/** Two of one frame. */
export function together(one: Marker, other: Marker): Marker {
  return {
    ...one,
    to: Math.max(one.to, other.to),
    text: `${one.text}\n${other.text}`,
    isResolved: one.isResolved && other.isResolved,
  }
}
