import { type Frame, HEIGHT, WIDTH } from './frame.ts'
import { png } from './png.ts'

const TONES = 4096
const PER_LIGHT = TONES / 4
const LIFT = [0.01, 0.018, 0.032] // shadows lean to blue, as on print stock

/** Develops a frame with a filmic curve, vignette and grain, and prints it as a PNG, letterboxed to 16:9. */
export function develop(frame: Frame, random: () => number): Buffer {
  const height = (WIDTH * 9) / 16
  const rgb = new Uint8ClampedArray(WIDTH * height * 3)
  const [exposure, warmth] = [0.8 + 0.4 * random(), (random() - 0.5) * 0.2]
  const [red, green, blue] = [1 + warmth, 1, 1 - warmth].map((gain, channel) =>
    curve(exposure * gain, LIFT[channel]!),
  )
  const grain = Float32Array.from({ length: 8192 }, () => (random() + random() - 1) * 4)
  for (let y = 0, at = 0, to = ((height - HEIGHT) / 2) * WIDTH * 3; y < HEIGHT; y++) {
    const shift = Math.floor(random() * (grain.length - WIDTH))
    const down = (y - HEIGHT / 2) / 380
    for (let x = 0; x < WIDTH; x++, at += 3, to += 3) {
      const across = (x - WIDTH / 2) / 600
      const gain = (1 - across * across - down * down) * PER_LIGHT
      const speck = grain[shift + (x >> 1)]!
      rgb[to] = red![Math.min(TONES - 1, frame[at]! * gain) | 0]! + speck
      rgb[to + 1] = green![Math.min(TONES - 1, frame[at + 1]! * gain) | 0]! + speck
      rgb[to + 2] = blue![Math.min(TONES - 1, frame[at + 2]! * gain) | 0]! + speck
    }
  }
  return png(WIDTH, height, rgb)
}

// Krzysztof Narkowicz's fit of the ACES film curve, then the gamma of sRGB.
function curve(gain: number, lift: number): Float32Array {
  return Float32Array.from({ length: TONES }, (_, tone) => {
    const light = (tone / PER_LIGHT) * gain
    const film = (light * (2.51 * light + 0.03)) / (light * (2.43 * light + 0.59) + 0.14)
    return 250 * (Math.min(1, film) ** (1 / 2.2) * (1 - lift) + lift)
  })
}
