import { type Box, cover, dot, type Frame, HEIGHT, mix, type Shade, shine, WHOLE, WIDTH } from './frame.ts'
import { clamp, fraction, hash, noise, smooth } from './noise.ts'
import { LAMP, type Setup } from './setup.ts'

/** Builds a sorting room around the sky: a window, its light, pigeonholes with letters, a desk. */
export function room(frame: Frame, setup: Setup): void {
  const { random, side, drift, shadow, horizon, sun } = setup
  const wide = 190 + 50 * random()
  const tall = 142
  const left = 320 - wide / 2 + side * (30 + 80 * random())
  const top = 24
  const floor = 204 + 14 * random()
  const slant = -side * (0.5 + 0.5 * random())
  const glow = mix(horizon, sun, 0.4)
  const wood = mix(glow, [0.9, 0.45, 0.18], 0.7)
  const wall = mix(shadow, [0.04, 0.024, 0.014], 0.8)
  const glass: Shade = (x, y) => {
    const u = (x - left) / wide
    const v = (y - top) / tall
    return u < 0 || v < 0 || u > 1 || v > 1 || fraction(u * 4) < 0.06 || fraction(v * 3) < 0.05 ? 0 : 1
  }
  const reach: Shade = (x, y) => 1 / (1 + ((x - left - wide / 2) / 190) ** 2 + ((y - 110) / 120) ** 2)
  const [right, bottom] = [left + wide, top + tall]
  cover(frame, [0, 0, WIDTH, top], wall, () => 1)
  cover(frame, [0, top, left, bottom], wall, () => 1)
  cover(frame, [right, top, WIDTH, bottom], wall, () => 1)
  cover(frame, [0, bottom, WIDTH, HEIGHT], wall, () => 1)
  cover(frame, [left, top, right, bottom], wall, (x, y) => 1 - glass(x, y))

  const shelves: Shade = (x, y) => {
    const u = fraction(x / 27)
    const v = fraction(y / 21)
    if (u < 0.09 || v < 0.1) return 0.22 * reach(x, y)
    const letters = hash(Math.floor(x / 27), Math.floor(y / 21), drift)
    const shown = letters < 0.6 && v > 0.35 + letters && u > 0.2 + letters * 0.3
    return (shown ? 0.15 + letters * 0.5 : 0.02) * reach(x, y)
  }
  shine(frame, [0, 0, left - 24, floor], wood, shelves, 2)
  shine(frame, [right + 24, 0, WIDTH, floor], wood, shelves, 2)
  shine(frame, [left - 24, 0, right + 24, floor], wood, (x, y) => (glass(x, y) ? 0 : 0.05 * reach(x, y)))

  const boards: Shade = (x, y) => {
    const v = (y - floor) / (HEIGHT - floor)
    const patch = glass(x - (y - floor) * slant * 2.6 + slant * -30, top + v * tall)
    return 0.5 * patch + 0.05 * reach(x, y) * (0.6 + noise(x * 0.1, y * 3))
  }
  shine(frame, [0, floor, WIDTH, HEIGHT], glow, boards)
  const shaft: Shade = (x, y) => {
    const u = (x - left - (y - top) * slant * 0.9) / wide
    const across = smooth(-0.06, 0.12, u) * smooth(1.06, 0.88, u) * smooth(top - 10, top + 60, y)
    return across === 0 ? 0 : 0.13 * across * (0.5 + noise(x * 0.12, y * 0.12 + drift))
  }
  shine(frame, [left - 240, top, right + 240, HEIGHT], glow, shaft, 2)
  for (let motes = 70; motes > 0; motes--) {
    dot(
      frame,
      left + (random() + slant / 4) * wide,
      60 + random() * 180,
      0.5 + random(),
      glow,
      0.25 * random(),
    )
  }
  desk(frame, side > 0 ? left - 150 : right + 20, floor, setup)
}

function desk(frame: Frame, left: number, floor: number, { random, mood, shadow }: Setup): void {
  const x = left + 30 + 60 * random()
  const y = floor - 52
  cover(frame, [left, floor - 34, left + 130, floor - 28], shadow, () => 1)
  for (const leg of [left + 6, left + 118])
    cover(frame, [leg, floor - 28, leg + 5, floor + 16], shadow, () => 1)
  if (mood === 'noon') return
  cover(frame, [x - 1, y, x + 2, floor - 34], shadow, () => 1)
  dot(frame, x, y, 7, LAMP, 3)
  const pool: Shade = (px, py) => (py > y - 6 ? 0.3 : 0.15) / (1 + ((px - x) ** 2 + (py - y) ** 2) / 3000)
  shine(frame, WHOLE, LAMP, pool, 4)
}

/** Builds the lantern of a lighthouse before the night: panes, gallery, and the lens with its beam. */
export function lantern(frame: Frame, { random, side, shadow }: Setup): void {
  const centreX = WIDTH / 2 + side * (30 + 60 * random())
  const centreY = 122 + 14 * random()
  const size = 0.92 + 0.3 * random()
  const turn = random()
  const astragals: Shade = (x, y) => {
    const rising = Math.abs(fraction((x + y * 0.8) / 110 + turn) - 0.5)
    const falling = Math.abs(fraction((x - y * 0.8) / 110 + turn) - 0.5)
    return y > 226 || y < 18 ? 1 : smooth(0.028, 0.014, Math.min(rising, falling))
  }
  cover(frame, WHOLE, shadow, astragals)
  const beam: Shade = (x, y) => {
    const dx = Math.abs(x - centreX) / size
    const dy = (y - centreY) / size
    const spread = dy / (10 + dx * 0.12)
    return 0.4 / (1 + spread * spread) / (1 + dx / 160) + 0.1 / (1 + (dx * dx + dy * dy) / 7000)
  }
  shine(frame, WHOLE, LAMP, beam, 2)

  const girth: Shade = (_, y) => size * 66 - (22 * ((y - centreY) / 100) ** 2) / size
  const glass: Shade = (x, y) => {
    const dx = (x - centreX) / size
    const dy = (y - centreY) / size
    const edge = Math.abs(x - centreX) / girth(x, y)
    if (edge > 1) return 0
    const radius = Math.sqrt(dx * dx + dy * dy)
    const prism = fraction(radius < 44 ? radius / 5.5 : (Math.abs(dy) + dx * dx * 0.004) / 7)
    const brass = Math.abs(edge - 0.94) < 0.03 || Math.abs(radius - 44) < 1.2 ? 0.1 : 1
    return (
      brass * (0.1 + 0.9 * prism * prism) * (1.5 / (1 + (radius / 42) ** 2) + 0.16) +
      5 / (1 + (radius / 7) ** 2)
    )
  }
  const lens: Box = [centreX - 90, centreY - 104 * size, centreX + 90, centreY + 104 * size]
  const foot = centreY + 96 * size
  cover(frame, [centreX - 34, foot, centreX + 34, HEIGHT], mix(shadow, LAMP, 0.02), () => 1)
  cover(frame, lens, [0.05, 0.028, 0.014], (x, y) => 0.97 * clamp(girth(x, y) - Math.abs(x - centreX)))
  shine(frame, lens, LAMP, glass)
}
