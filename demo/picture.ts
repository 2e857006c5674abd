import { develop } from './picture/develop.ts'
import {
  cover,
  dot,
  type Frame,
  HEIGHT,
  mix,
  pencil,
  type Shade,
  shine,
  soften,
  WHOLE,
  WIDTH,
} from './picture/frame.ts'
import { lantern, room } from './picture/indoors.ts'
import { clamp, noise, smooth } from './picture/noise.ts'
import { backdrop, sky } from './picture/outdoors.ts'
import { LAMP, type PictureRecipe, type Setup, setup } from './picture/setup.ts'
import { BOAT, FIGURE, PORTRAIT, silhouette } from './picture/silhouette.ts'

export type { PictureRecipe }

/**
 * Draws a cinematic still, 640 by 360 with a 2.39:1 letterbox, as a PNG. The same recipe always gives the same
 * bytes; another seed gives another take of the same shot.
 */
export function picture(recipe: PictureRecipe): Buffer {
  const take = setup(recipe)
  const frame: Frame = new Float32Array(WIDTH * HEIGHT * 3)
  if (recipe.place === 'waveform') waveform(frame, take)
  else if (recipe.place === 'room') interior(frame, take)
  else exterior(frame, take)
  soften(frame, 0.86, 0.2)
  if (recipe.sketch) pencil(frame)
  return develop(frame, take.random)
}

function exterior(frame: Frame, take: Setup): void {
  sky(frame, take)
  backdrop(frame, take)
  if (take.subject === 'portrait') soften(frame, 0, 1)
  if (take.place === 'lantern') lantern(frame, take)
  subject(frame, take)
  weather(frame, take)
}

function interior(frame: Frame, take: Setup): void {
  sky(frame, take)
  weather(frame, take)
  if (take.subject !== 'portrait') soften(frame, 0, 1)
  room(frame, take)
  if (take.subject === 'portrait') soften(frame, 0, 1)
  subject(frame, take)
}

function subject(frame: Frame, take: Setup): void {
  const { random, level, side, place, subject, shadow, sun, horizon } = take
  const x = WIDTH * (0.5 - side * (0.06 + 0.18 * random()))
  const rim = place === 'lantern' ? LAMP : mix(sun, horizon, 0.4)
  const pose = { x, colour: mix(shadow, [0, 0, 0], 0.5), rim, facing: side }
  if (subject === 'boat') {
    const [size, y] = [34 + 34 * random(), level + (HEIGHT - level) * (0.3 + 0.3 * random())]
    silhouette(frame, BOAT, { ...pose, y, size, rim: pose.colour, mirrored: true })
    silhouette(frame, BOAT, { ...pose, y, size })
  }
  if (subject === 'portrait')
    silhouette(frame, PORTRAIT, { ...pose, y: HEIGHT + 10, size: 245 + 50 * random() })
  if (subject !== 'figure' && subject !== 'pair') return
  const indoors = place === 'room' || place === 'lantern'
  const [size, y] = [(indoors ? 124 : 56) + 24 * random(), HEIGHT * (indoors ? 0.92 : 0.82 + 0.06 * random())]
  if (!indoors) ground(frame, take, x, y)
  silhouette(frame, FIGURE, { ...pose, y, size })
  if (subject === 'pair')
    silhouette(frame, FIGURE, { ...pose, x: x + side * size * 0.38, y, size: size * 0.66 })
}

function ground(frame: Frame, { place, weather, drift, shadow, middle }: Setup, x: number, y: number): void {
  const rough = place === 'hills' ? 26 : 2
  const height = (at: number) => rough * noise(at * 0.08 + drift, drift)
  const soil: Shade = (px, py) => clamp(py - y + height(px) - height(x))
  cover(frame, [0, y - 30, WIDTH, HEIGHT], weather === 'snow' ? mix(shadow, middle, 0.6) : shadow, soil)
}

function weather(frame: Frame, { weather, random, horizon, sun, drift }: Setup): void {
  const pale = mix(horizon, sun, 0.5)
  for (let drops = weather === 'rain' ? 420 : 0; drops > 0; drops--) {
    const [x, y, length, bright] = [
      random() * 700,
      random() * 280 - 20,
      8 + 20 * random(),
      0.08 + 0.25 * random(),
    ]
    for (let down = 0; down < length; down++) {
      const [left, top] = [Math.round(x - down * 0.28), Math.round(y + down)]
      shine(frame, [left, top, left + 1, top + 1], pale, () => bright)
    }
  }
  for (let flakes = weather === 'snow' ? 260 : 0; flakes > 0; flakes--) {
    const [x, y, radius] = [random() * WIDTH, random() * HEIGHT, 0.5 + random() ** 5 * 4]
    dot(frame, x, y, radius, [0.6, 0.66, 0.74], 0.15 + 0.4 * random())
  }
  const bank: Shade = (x, y) => 0.35 * noise(x * 0.05 + drift, y * 0.16) * smooth(60, 200, y)
  if (weather === 'fog') cover(frame, WHOLE, pale, bank, 2)
}

/** Sound has no picture: its card is the wave. */
function waveform(frame: Frame, { random, drift, zenith, middle, shadow, sun }: Setup): void {
  const centre = HEIGHT / 2
  const halo: Shade = (x, y) => 0.25 / (1 + ((x - 320) / 260) ** 2 + ((y - centre) / 60) ** 2)
  cover(frame, WHOLE, mix(zenith, shadow, 0.6), () => 1)
  shine(frame, WHOLE, middle, halo, 2)
  for (let x = 40; x < 600; x += 6) {
    const phrase = smooth(0.3, 0.72, noise(x * 0.15 + drift, drift)) * Math.sin((Math.PI * (x - 30)) / 580)
    const tall = 3 + 95 * phrase * (0.45 + 0.55 * random())
    const bar: Shade = (_, y) => 1 - Math.abs(y - centre) / tall / 2
    shine(frame, [x, centre - tall, x + 3, centre + tall], mix(sun, middle, Math.abs(x - 320) / 380), bar)
  }
}
