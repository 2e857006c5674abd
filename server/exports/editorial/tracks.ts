import type { TimelineSound } from './timeline.ts'

export interface SoundTrack {
  track: string
  sounds: readonly TimelineSound[]
}

/** Sounds by their tracks, which are in the order in which they first come; those of one in the order of time. */
export function tracksOf(sounds: readonly TimelineSound[]): SoundTrack[] {
  const byTrack = Map.groupBy(sounds, ({ track }) => track)
  return [...byTrack].map(([track, own]) => ({
    track,
    sounds: own.toSorted((one, other) => one.start - other.start),
  }))
}
