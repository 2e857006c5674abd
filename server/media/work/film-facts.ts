import type { MediaFacts } from '@dailies/contract/media.ts'

/** What is known of a film or a sound. */
export type FilmFacts = Pick<
  MediaFacts,
  | 'width'
  | 'height'
  | 'rotation'
  | 'durationSeconds'
  | 'frameRate'
  | 'videoCodec'
  | 'audioCodec'
  | 'channels'
  | 'sampleRate'
> & {
  /** Its frames are coded as browsers do not decode them: in a way that is not known here, or with more bits or colours than usual. */
  unusual: boolean
}

/** Seconds. What says that it is longer is not to be believed. */
const longest = 10_000_000

export function positive(value: number | null | undefined): number | null {
  return value && Number.isFinite(value) && value > 0 ? value : null
}

export function wholePositive(value: number | null | undefined): number | null {
  const rounded = positive(value && Math.round(value))
  return rounded !== null && rounded < 2 ** 31 ? rounded : null
}

export function believableDuration(seconds: number | null | undefined): number | null {
  const known = positive(seconds)
  return known !== null && known < longest ? known : null
}
