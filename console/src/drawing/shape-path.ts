import type { Point, Shape } from '@dailies/contract/drawing.ts'

/** How a shape is painted where the plane is `aspect` wide and 1 high, times `unit`. */
export interface ShapePath {
  /** A path of SVG. */
  d: string
  /** The line is as wide; undefined where the path is filled. */
  lineWidth: number | undefined
}

/** What is drawn of all but texts. One unit of the plane is as many of the path. */
export function shapePath(shape: Exclude<Shape, { kind: 'text' }>, aspect: number, unit: number): ShapePath {
  const x = (value: number) => value * aspect * unit
  const y = (value: number) => value * unit
  const lineWidth = shape.width * unit
  if (shape.kind === 'pen')
    return penPath(
      shape.points.map(([px, py, p]) => [x(px), y(py), p]),
      lineWidth,
    )
  const [x1, y1, x2, y2] = [x(shape.from.x), y(shape.from.y), x(shape.to.x), y(shape.to.y)]
  if (shape.kind === 'line') return { d: `M${n(x1)} ${n(y1)}L${n(x2)} ${n(y2)}`, lineWidth }
  if (shape.kind === 'rectangle') return { d: `M${n(x1)} ${n(y1)}H${n(x2)}V${n(y2)}H${n(x1)}Z`, lineWidth }
  if (shape.kind === 'ellipse') {
    const [rx, ry] = [Math.abs(x2 - x1) / 2, Math.abs(y2 - y1) / 2]
    const [left, right, middle] = [Math.min(x1, x2), Math.max(x1, x2), (y1 + y2) / 2]
    const half = (to: number) => `A${n(rx)} ${n(ry)} 0 0 1 ${n(to)} ${n(middle)}`
    return { d: `M${n(left)} ${n(middle)}${half(right)}${half(left)}Z`, lineWidth }
  }
  return { d: `M${n(x1)} ${n(y1)}L${n(x2)} ${n(y2)}${arrowHead(x1, y1, x2, y2, lineWidth)}`, lineWidth }
}

/** Both barbs, five lines long, or less than half of a short arrow. */
function arrowHead(x1: number, y1: number, x2: number, y2: number, lineWidth: number): string {
  const length = Math.min(lineWidth * 5, Math.hypot(x2 - x1, y2 - y1) * 0.45)
  const angle = Math.atan2(y2 - y1, x2 - x1)
  const barb = (turn: number) =>
    `${n(x2 - length * Math.cos(angle + turn))} ${n(y2 - length * Math.sin(angle + turn))}`
  return `M${barb(0.5)}L${n(x2)} ${n(y2)}L${barb(-0.5)}`
}

/** One line where the pressure was the same all along, else an outline that is as wide as it was pressed. */
function penPath(points: readonly Point[], lineWidth: number): ShapePath {
  const [[x0, y0, p0]] = points as [Point]
  if (points.every(([, , pressure]) => pressure === p0)) {
    const rest = points.slice(1).map(([x, y]) => `L${n(x)} ${n(y)}`)
    // A tap leaves a dot: a line of no length with round ends.
    return { d: `M${n(x0)} ${n(y0)}${rest.join('') || 'h0'}`, lineWidth: lineWidth * thickness(p0) }
  }
  const radius = (pressure: number) => (lineWidth * thickness(pressure)) / 2
  const parts = points.map(([x, y, pressure], index) => {
    const r = radius(pressure)
    const dot = `M${n(x - r)} ${n(y)}a${n(r)} ${n(r)} 0 1 1 ${n(2 * r)} 0a${n(r)} ${n(r)} 0 1 1 ${n(-2 * r)} 0Z`
    const before = points[index - 1]
    if (!before) return dot
    const [bx, by, bp] = before
    const length = Math.hypot(x - bx, y - by)
    if (length === 0) return dot
    const [ux, uy] = [(y - by) / length, -(x - bx) / length]
    const b = radius(bp)
    return `${dot}M${n(bx - ux * b)} ${n(by - uy * b)}L${n(x - ux * r)} ${n(y - uy * r)}L${n(x + ux * r)} ${n(y + uy * r)}L${n(bx + ux * b)} ${n(by + uy * b)}Z`
  })
  return { d: parts.join(''), lineWidth: undefined }
}

/** 1 at the pressure that a mouse has. */
function thickness(pressure: number): number {
  return 0.4 + 1.2 * pressure
}

function n(value: number): string {
  return String(Math.round(value * 100) / 100)
}
