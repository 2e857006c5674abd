import type { FrameRate } from '@dailies/contract/frame.ts'
import type { Timeline, TimelineClip, TimelineMarker, TimelineSound } from './timeline.ts'

/** What is to stand at a frame. */
export interface Said {
  at: number
  length: number
  /** Its characters without spaces, in order: who said what first, and how lines are kept apart, is of the formats. */
  letters: string
  isResolved: boolean
}

export const lettersOf = (text: string) => [...text.replace(/\s/g, '')].sort().join('')

/** For tests, and not as it is written: what is said of a clip, in frames of its take. */
export function saidOfClip({ markers, in: from, out }: TimelineClip): Said[] {
  return inOrder(markers, from, out, (frame) => frame)
}

/** The same of a sound, in frames of the cut from its beginning on. */
export function saidOfSound({ markers, media, duration }: TimelineSound, { rate }: Timeline): Said[] {
  return inOrder(markers, 0, duration, (frame) => moved(frame, media.rate, rate))
}

function inOrder(
  markers: readonly TimelineMarker[],
  from: number,
  out: number,
  frameOf: (frame: number) => number,
): Said[] {
  const all = markers.flatMap(({ range, author, text, isResolved }): Said[] => {
    const first = range ? frameOf(range.from) : from
    const end = range ? Math.max(first + 1, frameOf(range.to + 1)) : from + 1
    if (end <= from || first >= out) return []
    const at = Math.max(first, from)
    return [{ at, length: Math.min(end, out) - at, letters: `${author}:${text}`, isResolved }]
  })
  return together(all)
}

/** One a frame. */
export function together(all: readonly Said[]): Said[] {
  return [...Map.groupBy(all, ({ at }) => at)]
    .map(([at, some]) => ({
      at,
      length: Math.max(...some.map(({ length }) => length)),
      letters: lettersOf(some.map(({ letters }) => letters).join('')),
      isResolved: some.every(({ isResolved }) => isResolved),
    }))
    .sort((one, other) => one.at - other.at)
}

/** The frame of another rate that is there at its moment. */
export function moved(frame: number, from: FrameRate, to: FrameRate): number {
  const over = BigInt(frame) * BigInt(from.denominator) * BigInt(to.numerator)
  return Number(over / (BigInt(from.numerator) * BigInt(to.denominator)))
}
