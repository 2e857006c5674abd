import type { FrameRate } from '@dailies/contract/frame.ts'

/** Rates that films have; what is measured is the nearest of these, where one is near. */
const usual: readonly FrameRate[] = [
  ...[8, 10, 12, 15, 16, 20, 24, 25, 30, 48, 50, 60, 90, 100, 120].map((numerator) => ({
    numerator,
    denominator: 1,
  })),
  ...[24, 30, 48, 60, 120].map((nominal) => ({ numerator: nominal * 1000, denominator: 1001 })),
]

/** So many frames tell 23.976 from 24, though their times are rounded to a millisecond. */
const enough = 60

/**
 * The rate of a film by the times in seconds of frames that were shown of it, in their order; some may be left out.
 * Undefined until it is sure.
 */
export function measuredRate(times: readonly number[]): FrameRate | undefined {
  const steps = times.slice(1).map((time, index) => time - times[index]!)
  const shortest = Math.min(...steps)
  if (!(shortest > 0.002)) return undefined
  const frames = steps.reduce((sum, step) => sum + Math.round(step / shortest), 0)
  if (frames < enough) return undefined
  const measured = frames / (times.at(-1)! - times[0]!)
  const nearest = usual.toSorted((a, b) => away(a, measured) - away(b, measured))[0]!
  // Half of what lies between 23.976 and 24.
  return away(nearest, measured) < 0.0005
    ? nearest
    : { numerator: Math.round(measured * 1000), denominator: 1000 }
}

function away({ numerator, denominator }: FrameRate, measured: number): number {
  return Math.abs(numerator / denominator / measured - 1)
}
