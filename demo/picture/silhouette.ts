import { type Colour, type Frame, HEIGHT, WIDTH } from './frame.ts'
import { clamp } from './noise.ts'

// One unit tall, feet at 0, facing right: tapered strokes of x, y to x, y, with a radius at either end.
export const FIGURE = [
  -0.05, 0.03, -0.04, 0.4, 0.03, 0.045, 0.06, 0.03, 0.04, 0.4, 0.03, 0.045, -0.05, 0.02, -0.02, 0.015, 0.024,
  0.02, 0.06, 0.02, 0.09, 0.015, 0.024, 0.02, 0, 0.32, 0, 0.68, 0.11, 0.085, -0.06, 0.715, 0.06, 0.715, 0.052,
  0.052, -0.02, 0.77, 0, 0.8, 0.055, 0.05, 0.005, 0.85, 0.012, 0.88, 0.048, 0.052, -0.02, 0.91, 0.05, 0.905,
  0.042, 0.026, -0.112, 0.43, -0.098, 0.69, 0.026, 0.04, 0.115, 0.43, 0.1, 0.69, 0.026, 0.04, -0.16, 0.36,
  -0.15, 0.44, 0.05, 0.055, -0.15, 0.48, 0.06, 0.75, 0.008, 0.008,
]
export const BOAT = [
  -0.9, 0.16, -0.5, 0.05, 0.04, 0.09, -0.5, 0.05, 0.5, 0.05, 0.09, 0.09, 0.5, 0.05, 1.05, 0.24, 0.09, 0.02,
  -0.05, 0.15, -0.1, 0.46, 0.14, 0.1, -0.08, 0.56, -0.06, 0.67, 0.04, 0.07, -0.05, 0.46, 0.2, 0.34, 0.045,
  0.03, 0.36, 0.4, -0.62, -0.12, 0.012, 0.02, -0.55, 0.14, -0.45, 0.22, 0.1, 0.08,
]
export const LIGHTHOUSE = [
  0, 0, 0, 0.78, 0.085, 0.05, -0.07, 0.79, 0.07, 0.79, 0.012, 0.012, 0, 0.82, 0, 0.88, 0.034, 0.034, 0, 0.9,
  0, 0.97, 0.042, 0.008, -0.34, -0.02, 0.36, -0.03, 0.06, 0.04, -0.14, 0, 0.16, 0, 0.1, 0.07, 0.2, 0.02, 0.2,
  0.1, 0.06, 0.05,
]
export const PORTRAIT = [
  -0.27, -0.04, 0.23, -0.04, 0.26, 0.24, -0.02, 0.42, -0.29, 0.18, 0.1, 0.13, 0, 0.42, 0.25, 0.16, 0.1, 0.13,
  -0.02, 0.12, -0.02, 0.34, 0.26, 0.12, -0.04, 0.35, -0.02, 0.62, 0.12, 0.1, -0.03, 0.73, 0.01, 0.72, 0.135,
  0.125, 0.04, 0.68, 0.055, 0.62, 0.09, 0.075, 0.128, 0.7, 0.15, 0.668, 0.012, 0.017, 0.115, 0.625, 0.12,
  0.625, 0.02, 0.02, 0.085, 0.577, 0.095, 0.57, 0.042, 0.038, -0.1, 0.8, 0.05, 0.825, 0.085, 0.07, 0.04, 0.79,
  0.19, 0.775, 0.025, 0.01, -0.16, 0.42, 0.13, 0.4, 0.09, 0.08,
]

type Pose = {
  x: number
  y: number
  size: number
  colour: Colour
  rim: Colour
  /** 1 faces right, -1 left; the light that draws the rim comes from there. */
  facing: number
  /** Drawn as its reflection in the water at y. */
  mirrored?: boolean
}

/** Draws a silhouette with its feet at x, y and its front edge lit. */
export function silhouette(frame: Frame, limbs: number[], pose: Pose): void {
  const { x, y, size, colour, rim, facing, mirrored } = pose
  const rimWidth = 1.5 + size * 0.02
  const reach = size * (0.3 + Math.max(...limbs.filter((_, n) => n % 6 === 0 || n % 6 === 2).map(Math.abs)))
  for (let py = Math.max(0, Math.floor(y - 1.1 * size)); py < Math.min(HEIGHT, y + size); py++) {
    const v = ((y - py) / size) * (mirrored ? -1.4 : 1)
    const near = limbsAt(limbs, v)
    for (let px = Math.max(0, Math.floor(x - reach)); px < Math.min(WIDTH, x + reach); px++) {
      const u = ((px - x) / size) * facing
      let distance = 1
      let lit = 0
      for (let n = 0; n < near.length; n += 6) {
        const ax = near[n]!
        const ay = near[n + 1]!
        const bx = near[n + 2]! - ax
        const by = near[n + 3]! - ay
        const along = clamp(((u - ax) * bx + (v - ay) * by) / (bx * bx + by * by + 1e-9))
        const dx = u - ax - bx * along
        const dy = v - ay - by * along
        const away = Math.sqrt(dx * dx + dy * dy)
        const edge = away - near[n + 4]! * (1 - along) - near[n + 5]! * along
        if (edge > distance) continue
        distance = edge
        lit = clamp((dx * 0.8 + dy * 0.6) / (away + 1e-6))
      }
      const alpha = clamp(0.5 - distance * size) * (mirrored ? 0.5 : 1)
      if (alpha === 0) continue
      const glow = 0.8 * lit * clamp(1 + (distance * size) / rimWidth) ** 2
      for (let at = (py * WIDTH + px) * 3, c = 0; c < 3; c++) {
        frame[at + c] = frame[at + c]! * (1 - alpha) + (colour[c]! + rim[c]! * glow) * alpha
      }
    }
  }
}

function limbsAt(limbs: number[], v: number): number[] {
  const near: number[] = []
  for (let n = 0; n < limbs.length; n += 6) {
    const limb = limbs.slice(n, n + 6) as [number, number, number, number, number, number]
    const reach = Math.max(limb[4], limb[5]) + 0.02
    if (v > Math.min(limb[1], limb[3]) - reach && v < Math.max(limb[1], limb[3]) + reach) near.push(...limb)
  }
  return near
}
