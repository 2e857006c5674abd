import { type FrameRange, timecode } from '@dailies/contract/frame.ts'

/** Where something was said: `00:00:02:05`, or from one to the other. Of a sound, times to a millisecond. */
export function placeOf({ from, to, rate }: FrameRange): string {
  const first = short(timecode(from, rate))
  return to > from ? `${first} – ${short(timecode(to, rate))}` : first
}

/** The same, as it is said aloud. */
export function placeInWords(range: FrameRange): string {
  if (range.rate.numerator === 1000 && range.rate.denominator === 1) return placeOf(range)
  const frames = range.to > range.from ? `frames ${range.from} to ${range.to}` : `frame ${range.from}`
  return `${placeOf(range)}, ${frames}`
}

/** Without hours, where there are none. */
function short(text: string): string {
  return text.replace(/^00:/, '')
}
