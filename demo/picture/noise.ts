const TILE = 256
const FRACTAL = fractal()

/** A seeded generator of numbers in [0, 1): Tommy Ettinger's mulberry32. */
export function mulberry32(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

/** Fractal noise in [0, 1), about 0.5 on average; its widest waves are 32 long and it repeats after 256. */
export function noise(x: number, y: number): number {
  return sample(FRACTAL, x, y, TILE)
}

/** A number in [0, 1) without any pattern, always the same for the same three. */
export function hash(a: number, b: number, c: number): number {
  return fraction(Math.sin(a * 127.1 + b * 311.7 + c * 74.7) * 43758.5453)
}

/** An eased step: 0 at `from`, 1 at `to`, which may be the smaller of the two. */
export function smooth(from: number, to: number, value: number): number {
  const t = clamp((value - from) / (to - from))
  return t * t * (3 - 2 * t)
}

/** The nearest number in [0, 1]. */
export function clamp(value: number): number {
  return value < 0 ? 0 : value > 1 ? 1 : value
}

/** What is right of the point, also for negative numbers: in [0, 1). */
export function fraction(value: number): number {
  return value - Math.floor(value)
}

function fractal(): Float32Array {
  const lattice = Float32Array.from({ length: TILE * TILE }, mulberry32(1))
  const sum = new Float32Array(TILE * TILE)
  for (let step = 32, weight = 0.5; step >= 1; step /= 2, weight /= 2) {
    for (let n = 0; n < sum.length; n++) {
      sum[n]! += weight * sample(lattice, (n % TILE) / step, Math.floor(n / TILE) / step, TILE / step)
    }
  }
  return sum
}

function sample(grid: Float32Array, x: number, y: number, period: number): number {
  const column = Math.floor(x)
  const row = Math.floor(y)
  const left = column & (period - 1)
  const right = (column + 1) & (period - 1)
  const upper = (row & (period - 1)) * TILE
  const lower = ((row + 1) & (period - 1)) * TILE
  const u = (x - column) ** 2 * (3 - 2 * (x - column))
  const v = (y - row) ** 2 * (3 - 2 * (y - row))
  const above = grid[upper + left]! * (1 - u) + grid[upper + right]! * u
  const below = grid[lower + left]! * (1 - u) + grid[lower + right]! * u
  return above * (1 - v) + below * v
}
