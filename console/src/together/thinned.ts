import type { Shape } from '@dailies/contract/drawing.ts'
import { longestState, mostShapesInProgress } from '@dailies/contract/review-limits.ts'

/** Bytes, with what is beside the shapes. */
const most = longestState - 300

/**
 * What is being drawn, as far as it may be shown while it is: with fewer points where there are many, and the latest shapes of too
 * many. What was drawn is whole once it is said.
 */
export function thinned(shapes: readonly Shape[]): Shape[] {
  let kept = shapes.slice(-mostShapesInProgress).map(rounded)
  for (let step = 2; sizeOf(kept) > most && step <= 64; step *= 2)
    kept = shapes.slice(-mostShapesInProgress).map((shape) => rounded(fewer(shape, step)))
  while (sizeOf(kept) > most) kept = kept.slice(1)
  return kept
}

/** Each of so many points, and the last. */
function fewer(shape: Shape, step: number): Shape {
  if (shape.kind !== 'pen') return shape
  const last = shape.points.length - 1
  return { ...shape, points: shape.points.filter((_, index) => index % step === 0 || index === last) }
}

/** A thousandth of the picture is as fine as is seen. */
function rounded(shape: Shape): Shape {
  if (shape.kind !== 'pen') return shape
  const short = (value: number) => Math.round(value * 1000) / 1000
  return { ...shape, points: shape.points.map(([x, y, pressure]) => [short(x), short(y), short(pressure)]) }
}

function sizeOf(shapes: Shape[]): number {
  return new TextEncoder().encode(JSON.stringify(shapes)).length
}
