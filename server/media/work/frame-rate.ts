import type { MediaFacts } from '@dailies/contract/media.ts'

type FrameRate = NonNullable<MediaFacts['frameRate']>

/** Those of film and television, SMPTE ST 428 and ST 2051: what a rounded time may mean. */
const usual: FrameRate[] = [
  ...[24, 30, 48, 60, 120].map((rate) => ({ numerator: rate * 1000, denominator: 1001 })),
  ...[1, 2, 4, 5, 6, 8, 10, 12, 15, 16, 18, 20, 24, 25, 30, 48, 50, 60, 72, 90, 96, 100, 120, 144, 240].map(
    (rate) => ({ numerator: rate, denominator: 1 }),
  ),
]
/** Frames that may come before one that was there first: their order is that of decoding. */
const mostReordered = 16
const highest = 1000

/**
 * Frames a second, by when some of them in the order of decoding are shown, in seconds, where times are whole multiples of
 * 1/`resolution` seconds. Times are rounded to those: the rate is a usual one where that explains the difference, else the one
 * that all of them have, else their average to a thousandth. `isAll`: they are all of the film's. Null where that tells nothing.
 */
export function frameRateOf(times: number[], resolution: number, isAll: boolean): FrameRate | null {
  const shown = times.map((time) => Math.round(time * resolution)).sort((one, other) => one - other)
  const ticks = isAll ? shown : shown.slice(0, -mostReordered)
  const span = ticks.at(-1)! - ticks[0]!
  if (ticks.length < 2 || !(span > 0)) return null
  const rate = ((ticks.length - 1) * resolution) / span
  if (!(rate > 0.001 && rate <= highest)) return null
  const between = ticks.slice(1).map((tick, index) => tick - ticks[index]!)
  const step = between[0]!
  const isEven = between.every((each) => Math.abs(each - span / between.length) <= 1)
  const nearest = isEven && nearestUsual(rate)
  if (nearest && Math.abs(framesASecond(nearest) / rate - 1) <= 1 / span) return nearest
  if (Number.isInteger(resolution) && between.every((each) => each === step)) return reduced(resolution, step)
  return reduced(Math.round(rate * 1000), 1000)
}

function nearestUsual(rate: number): FrameRate {
  return usual.reduce((best, each) =>
    Math.abs(framesASecond(each) - rate) < Math.abs(framesASecond(best) - rate) ? each : best,
  )
}

export function reduced(numerator: number, denominator: number): FrameRate {
  const divisor = greatestCommonDivisor(numerator, denominator)
  return { numerator: numerator / divisor, denominator: denominator / divisor }
}

function greatestCommonDivisor(one: number, other: number): number {
  return other === 0 ? one : greatestCommonDivisor(other, one % other)
}

function framesASecond({ numerator, denominator }: FrameRate): number {
  return numerator / denominator
}
