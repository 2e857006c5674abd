import type { Point, Shape } from '@dailies/contract/drawing.ts'
import type { Place } from './shape-at.ts'

/** Closer points tell nothing more, in heights of the picture. */
const closest = 0.0015

/** What the tools that go from one place to another make. */
export function boxShape(
  kind: 'line' | 'arrow' | 'rectangle' | 'ellipse',
  [from, to]: readonly [Place, Place],
  look: { colour: string; width: number },
): Shape {
  const { colour, width } = look
  return { kind, colour, width, from, to }
}

export function penShape(points: readonly Point[], look: { colour: string; width: number }): Shape {
  return { kind: 'pen', colour: look.colour, width: look.width, points: [...points] }
}

/** A line with one more point, where that is far enough from the last. */
export function withPoint(points: readonly Point[], point: Point, aspect: number): readonly Point[] {
  const last = points.at(-1)
  if (last && Math.hypot((point[0] - last[0]) * aspect, point[1] - last[1]) < closest) return points
  return [...points, point]
}

/** Of a line of text, in heights of the picture, for the width of lines that is chosen. */
export function textSize(width: number): number {
  return Math.min(0.5, 0.03 + width * 3)
}
