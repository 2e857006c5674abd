import type { Point, Shape } from '@dailies/contract/drawing.ts'

export interface Place {
  x: number
  y: number
}

/** The topmost shape at a place, or so near that a finger means it; -1 where there is none. `near` is in heights of the picture. */
export function shapeAt(shapes: readonly Shape[], place: Place, aspect: number, near = 0.03): number {
  return shapes.findLastIndex((shape) => distanceTo(shape, place, aspect) <= near)
}

/** In heights of the picture, from the edge of its line. */
function distanceTo(shape: Shape, place: Place, aspect: number): number {
  const at = flat(place, aspect)
  if (shape.kind === 'text') {
    const { x, y } = flat(shape.at, aspect)
    const lines = shape.text.split('\n')
    const width = Math.max(...lines.map((line) => line.length)) * shape.size * 0.6
    const height = lines.length * shape.size * 1.2
    return Math.hypot(beyond(at.x, x, x + width), beyond(at.y, y, y + height))
  }
  const corners = cornersOf(shape, aspect)
  const legs = corners.slice(1).map((corner, index) => toLeg(at, corners[index]!, corner))
  const nearest = legs.length > 0 ? Math.min(...legs) : Math.hypot(at.x - corners[0]!.x, at.y - corners[0]!.y)
  return Math.max(0, nearest - shape.width / 2)
}

function cornersOf(shape: Exclude<Shape, { kind: 'text' }>, aspect: number): Place[] {
  if (shape.kind === 'pen') return shape.points.map(([x, y]: Point) => flat({ x, y }, aspect))
  const [from, to] = [flat(shape.from, aspect), flat(shape.to, aspect)]
  if (shape.kind === 'rectangle') return [from, { x: to.x, y: from.y }, to, { x: from.x, y: to.y }, from]
  if (shape.kind === 'ellipse') {
    const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }
    const [rx, ry] = [(to.x - from.x) / 2, (to.y - from.y) / 2]
    return Array.from({ length: 33 }, (_, part) => ({
      x: middle.x + rx * Math.cos((part * Math.PI) / 16),
      y: middle.y + ry * Math.sin((part * Math.PI) / 16),
    }))
  }
  return [from, to]
}

function flat({ x, y }: Place, aspect: number): Place {
  return { x: x * aspect, y }
}

function beyond(value: number, least: number, most: number): number {
  return Math.max(least - value, 0, value - most)
}

function toLeg(at: Place, a: Place, b: Place): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y]
  const square = dx * dx + dy * dy
  const share = square ? Math.min(1, Math.max(0, ((at.x - a.x) * dx + (at.y - a.y) * dy) / square)) : 0
  return Math.hypot(at.x - a.x - share * dx, at.y - a.y - share * dy)
}
