import { type Box, cover, dot, type Frame, HEIGHT, mix, type Shade, shine, WIDTH } from './frame.ts'
import { clamp, fraction, hash, noise, smooth } from './noise.ts'
import { LAMP, type Setup } from './setup.ts'
import { LIGHTHOUSE, silhouette } from './silhouette.ts'

/** Paints the sky down to the horizon: gradient, stars, sun or moon, clouds lit from its side. */
export function sky(frame: Frame, setup: Setup): void {
  const { zenith, middle, horizon, sun, shadow, clouds, random, drift, level, sunX, sunY, mood } = setup
  const above: Box = [0, 0, WIDTH, level]
  const stretch = 50 + 60 * random()
  for (let y = 0; y < level; y++) {
    const low = mix(horizon, middle, smooth(level, level * 0.4, y))
    cover(frame, [0, y, WIDTH, y + 1], mix(low, zenith, smooth(level * 0.8, -10, y)), () => 1)
  }
  for (let stars = mood === 'night' ? 190 : 0; stars > 0; stars--) {
    dot(frame, random() * WIDTH, random() * level, 0.4 + random() * 0.6, sun, random() ** 3 * 1.6)
  }
  if (mood !== 'storm') dot(frame, sunX, sunY, mood === 'night' ? 13 : 10, sun, mood === 'night' ? 1.5 : 4)
  const density: Shade = (x, y) => {
    const depth = stretch / (level - y + 26)
    return noise((x - WIDTH / 2) * depth * 0.16 + drift, depth * 34 + drift)
  }
  const seen = new Float32Array(WIDTH * level) // by the veil, for the glow, which comes to the same pixels
  const veil: Shade = (x, y) => {
    seen[y * WIDTH + x] = density(x, y)
    return 0.85 * smooth(clouds, clouds + 0.2, seen[y * WIDTH + x]!)
  }
  cover(frame, above, mix(shadow, middle, 0.6), veil, 2)
  const glow: Shade = (x, y) => {
    const dx = sunX - x
    const dy = sunY - y
    const far = (dx * dx + dy * dy * 2) / 22000
    const edge = seen[y * WIDTH + x]! - density(x + dx * 0.02, y + dy * 0.05)
    return (edge > 0 ? (edge * 3.5) / (1 + far) : 0) + 0.3 / (1 + far * 3) + 0.5 / (1 + far * 80)
  }
  shine(frame, above, sun, glow, 2)
  if (mood === 'storm' && random() < 0.4) lightning(frame, setup)
}

function lightning(frame: Frame, { random, sun, sunX, level }: Setup): void {
  let x = sunX
  for (let y = 0; y < level; y++) {
    x += (random() - 0.5) * 5
    dot(frame, x, y, 0.3, sun, 3)
  }
  const flash: Shade = (px, y) => 0.5 / (1 + ((px - sunX) / 90) ** 2 + ((y - level / 3) / 90) ** 2)
  shine(frame, [0, 0, WIDTH, level], sun, flash, 2)
}

/** Paints what stands on the horizon and what lies before it. */
export function backdrop(frame: Frame, setup: Setup): void {
  if (setup.place === 'hills') valley(frame, setup)
  else shore(frame, setup)
}

function valley(frame: Frame, setup: Setup): void {
  const haze = mix(setup.horizon, setup.middle, 0.6)
  cover(frame, [0, setup.level, WIDTH, HEIGHT], haze, () => 1)
  ridges(frame, setup, 6, setup.level - 20, 60, false)
}

function shore(frame: Frame, setup: Setup): void {
  const { place, level, horizon, middle, drift, mood } = setup
  if (place === 'city') street(frame, setup, 0.2)
  if (place === 'boulevard') street(frame, setup, 0.5)
  if (setup.subject === 'lighthouse') lighthouse(frame, setup)
  const haze = setup.weather === 'fog' ? 0.9 : 0.3
  const mist: Shade = (x, y) => haze * smooth(level - 60, level, y) * (0.3 + noise(x * 0.2 + drift, y * 0.5))
  cover(frame, [0, level - 60, WIDTH, level], mix(horizon, middle, 0.3), mist, 2)
  water(frame, setup)
  if (mood === 'storm') ridges(frame, setup, 4, level + 2, 34, true)
}

/** Layers of hills or, when `sharp`, of waves, from `top` to the lower edge, the farther the paler. */
function ridges(
  frame: Frame,
  setup: Setup,
  count: number,
  top: number,
  height: number,
  sharp: boolean,
): void {
  const { random, middle, horizon, shadow, sun, weather } = setup
  const far = mix(horizon, middle, 0.6)
  for (let layer = 1; layer <= count; layer++) {
    const near = layer / count
    const offset = random() * 256
    const base = top + (HEIGHT - top) * near ** 1.7 * 0.9
    const crest = Float32Array.from({ length: WIDTH }, (_, x) => {
      const wave = noise(offset + (x - WIDTH / 2) * (sharp ? 0.14 - 0.1 * near : 0.07), offset) - 0.5
      return base + height * (sharp ? (Math.abs(wave) * 5 - 1) * near : -2 * wave)
    })
    for (let pines = weather === 'snow' && near > 0.4 ? 40 : 0; pines > 0; pines--) {
      pine(crest, Math.floor(random() * WIDTH), (10 + 26 * random()) * near)
    }
    const below: Shade = (x, y) => y - crest[x]!
    const foam: Shade = (x, y) =>
      below(x, y) < 0 ? 0 : clamp(noise(x * 0.6, y * 1.5) - 0.45) / (1 + below(x, y) / 4)
    const haze = weather === 'snow' ? 0.55 : 0.7 * (1 - near)
    const mist: Shade = (x, y) => haze * smooth(0, 50, below(x, y))
    const box: Box = [0, Math.min(...crest), WIDTH, base + (HEIGHT - top) / 2]
    cover(frame, box, mix(far, shadow, 1 - 0.85 * (1 - near) ** 1.5), (x, y) => clamp(below(x, y)))
    if (sharp) shine(frame, [0, box[1], WIDTH, base + height], sun, foam)
    else cover(frame, box, far, mist, 2)
  }
}

function pine(crest: Float32Array, trunk: number, tall: number): void {
  const top = crest[trunk]! + 3 - tall
  for (let x = Math.max(0, trunk - 8); x < Math.min(WIDTH, trunk + 9); x++) {
    const branch = Math.abs(x - trunk) * 3.4
    crest[x] = Math.min(crest[x]!, top + branch + 2 * fraction(branch / 4))
  }
}

/** A flooded street in one-point perspective: a facade is the farther the closer it is to the vanishing point. */
function street(frame: Frame, setup: Setup, rise: number): void {
  const { level, random, side, horizon, middle, shadow, lamps } = setup
  const vanishing = WIDTH * (0.5 + side * 0.2 * random())
  const [leftBank, rightBank] = [random(), random()]
  const haze = mix(horizon, middle, 0.4)
  const lit = new Float32Array(HEIGHT)
  for (let x = 0; x < WIDTH; x++) {
    const off = Math.abs(x + 0.5 - vanishing) + 10
    const along = 2700 / off
    const bank = x < vanishing ? leftBank : rightBank
    const top = level - 3 - off * rise * (0.4 + 2.2 * hash(Math.floor(along / 4.8), 0, bank) ** 2)
    const column: Box = [x, top, x + 1, level]
    const wall = mix(haze, shadow, smooth(0, 170, off))
    cover(frame, column, wall, (_, y) => clamp(y - top))
    const pane: Shade = (_, y) => {
      const up = ((level - y) / off) * 24
      const dark = fraction(along * 2) < 0.35 || fraction(up) < 0.4 || off < 24
      const chance = dark ? 1 : hash(Math.floor(along * 2), Math.floor(up), bank)
      lit[y] = chance < lamps * 0.4 ? 0.2 + chance * 3 : 0
      return dark ? 0 : 0.6
    }
    cover(frame, column, mix(wall, shadow, 0.6), pane)
    shine(frame, column, LAMP, (_, y) => lit[y]!)
  }
}

function lighthouse(frame: Frame, { level, random, side, shadow, middle, sun, mood }: Setup): void {
  const size = 120 + 50 * random()
  const x = WIDTH * (0.5 - side * (0.1 + 0.14 * random()))
  const [lamp, tilt] = [level - size * 0.85, (random() - 0.5) * 0.16]
  const stone = { colour: mix(shadow, middle, 0.1), rim: sun, facing: side }
  silhouette(frame, LIGHTHOUSE, { x, y: level - 2, size, ...stone })
  if (mood === 'noon') return
  const beam: Shade = (px, y) => {
    const dx = Math.abs(px - x) + 1
    const dy = y - lamp - tilt * (px - x)
    const spread = (dy / (3 + dx * 0.075)) ** 2
    return 72 / (1 + spread * spread) / (90 + dx) + 3 / (1 + (dx * dx + dy * dy) / 12)
  }
  shine(frame, [0, 0, WIDTH, level], LAMP, beam)
}

/** Mirrors all that is above the horizon, rippled, and lays the sun's path on it. */
function water(frame: Frame, { level, random, drift, mood, shadow, zenith, sun, sunX }: Setup): void {
  const chop = mood === 'storm' ? 2 : 0.5 + 0.7 * random()
  const deep = mix(shadow, zenith, 0.4)
  for (let y = level; y < HEIGHT; y++) {
    const down = y - level
    const near = down / (HEIGHT - level)
    const scale = 14 / (down + 6)
    for (let x = 0; x < WIDTH; x++) {
      const ripple = noise((x - WIDTH / 2) * scale * 0.5 + drift, down * scale * 14 + drift) - 0.5
      const rise = down * 0.9 + 1 - ripple * chop * (10 + 90 * near)
      const row = Math.floor(clamp(1 - rise / level) * (level - 1))
      const column = Math.floor(clamp((x + ripple * 26 * chop) / WIDTH) * (WIDTH - 1))
      const mirror = 0.86 - 0.4 * near - ripple * 0.5
      const path = (x - sunX) / (16 + 60 * near)
      const glint = ripple < 0.06 ? 0 : ((ripple - 0.06) * 9 * chop) / (1 + path * path)
      const at = (y * WIDTH + x) * 3
      const from = (row * WIDTH + column) * 3
      for (let c = 0; c < 3; c++)
        frame[at + c] = frame[from + c]! * mirror + deep[c]! * (1 - mirror) + sun[c]! * glint
    }
  }
}
