import type { FrameRate } from '@dailies/contract/frame.ts'

/**
 * The frame that somebody typed: its number, or a timecode, of which what is left out at its beginning is 0 (`2:05`). At 29.97 and
 * 59.94 frames a second its numbers are those of SMPTE ST 12-1 with frames dropped. Undefined where it is neither.
 */
export function parseFrame(text: string, { numerator, denominator }: FrameRate): number | undefined {
  const typed = text.trim()
  if (/^\d{1,9}$/.test(typed)) return Number(typed)
  const nominal = Math.round(numerator / denominator)
  if (!/^(\d+[:;.]){1,3}\d+$/.test(typed)) return undefined
  const [frames = 0, seconds = 0, minutes = 0, hours = 0] = typed.split(/[:;.]/).map(Number).toReversed()
  if (frames >= nominal || seconds > 59 || minutes > 59) return undefined
  const allMinutes = hours * 60 + minutes
  const drops = denominator === 1001 && nominal % 30 === 0 ? nominal / 15 : 0
  const dropped = drops * (allMinutes - Math.floor(allMinutes / 10))
  return Math.max(0, (allMinutes * 60 + seconds) * nominal + frames - dropped)
}
