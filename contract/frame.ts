import { z } from 'zod'

const whole = (most: number) =>
  z.int('Must be a whole number').min(1, 'Must be 1 or more').max(most, `Must be at most ${most}`)

/** Frames a second as a fraction: 24000/1001. Sounds count milliseconds: 1000/1. docs/decisions/0042-frames.md */
export const frameRate = z
  .object({ numerator: whole(1_000_000), denominator: whole(100_000) })
  .meta({ id: 'FrameRate', description: 'Frames a second, as a fraction; of a sound 1000/1' })

/** The last frame that may be named: a day at 240 frames a second. */
export const mostFrames = 20_736_000

/** A frame, counted from 0 in its own film. */
export const frame = z
  .int('Must be a whole number')
  .min(0, 'Must be 0 or more')
  .max(mostFrames, `Must be at most ${mostFrames}`)

/** A frame, or some in a row: the last one belongs to it. */
export const frameRange = z
  .object({
    from: frame,
    to: frame.meta({ description: 'The last one, which belongs to it' }),
    rate: frameRate,
  })
  .refine(({ from, to }) => to >= from, { error: 'Must not be before `from`', path: ['to'] })
  .meta({ id: 'FrameRange' })

export type FrameRate = z.output<typeof frameRate>
export type FrameRange = z.output<typeof frameRange>

/** Of a sound: a frame is a millisecond. */
export const soundRate: FrameRate = { numerator: 1000, denominator: 1 }

/** When a frame begins, in seconds. */
export function startOf(frame: number, { numerator, denominator }: FrameRate): number {
  return (frame * denominator) / numerator
}

/** Where a player is set to show a frame, in seconds: amid it, for its edges belong to one or the other by rounding. */
export function middleOf(frame: number, rate: FrameRate): number {
  return startOf(frame + 0.5, rate)
}

/** The frame that is shown at a time in seconds. A start that was rounded to a microsecond is still that of its frame. */
export function frameAt(seconds: number, { numerator, denominator }: FrameRate): number {
  return Math.max(0, Math.floor(((seconds + 2e-6) * numerator) / denominator))
}

/** How many frames a length in seconds has, at least one. */
export function framesIn(seconds: number, { numerator, denominator }: FrameRate): number {
  return Math.max(1, Math.round((seconds * numerator) / denominator))
}

/** The frame of another rate that is shown at the same moment. */
export function atRate(frame: number, from: FrameRate, to: FrameRate): number {
  const over = frame * from.denominator * to.numerator
  return Math.floor(over / (from.numerator * to.denominator) + 1e-9)
}

/**
 * `HH:MM:SS:FF`. At 29.97 and 59.94 frames a second minutes drop the numbers of frames that keep it with the clock (SMPTE
 * ST 12-1), and the last colon is a semicolon. Of a sound, `HH:MM:SS.mmm`.
 */
export function timecode(frame: number, { numerator, denominator }: FrameRate): string {
  const nominal = Math.round(numerator / denominator)
  if (nominal === 1000) return `${clock(Math.floor(frame / 1000))}.${digits(frame % 1000, 3)}`
  const isDrop = drops({ numerator, denominator })
  const numbered = isDrop ? numberOf(frame, nominal) : frame
  const width = nominal > 100 ? 3 : 2
  return `${clock(Math.floor(numbered / nominal))}${isDrop ? ';' : ':'}${digits(numbered % nominal, width)}`
}

/** Whether timecode leaves out numbers at a rate: 29.97, 59.94. */
export function drops({ numerator, denominator }: FrameRate): boolean {
  return denominator === 1001 && Math.round(numerator / denominator) % 30 === 0
}

/** The frame that has the timecode 01:00:00:00. */
export function anHourIn(rate: FrameRate): number {
  const nominal = Math.round(rate.numerator / rate.denominator)
  // In 54 of its minutes.
  return 3600 * nominal - (drops(rate) ? 54 * leftOut(nominal) : 0)
}

/** How many numbers a minute leaves out. */
const leftOut = (nominal: number) => nominal / 15

/** The number of a frame where each minute, but every tenth, leaves out its first 2 of 30 (4 of 60). */
function numberOf(frame: number, nominal: number): number {
  const left = leftOut(nominal)
  const minute = nominal * 60 - left
  const tenMinutes = minute * 10 + left
  const tens = Math.floor(frame / tenMinutes)
  const within = frame % tenMinutes
  const minutes = within < left ? 0 : Math.floor((within - left) / minute)
  return frame + left * (9 * tens + minutes)
}

function clock(seconds: number): string {
  return [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
    .map((part) => digits(part, 2))
    .join(':')
}

function digits(value: number, width: number): string {
  return String(value).padStart(width, '0')
}
