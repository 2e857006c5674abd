import { type Colour, HEIGHT, WIDTH } from './frame.ts'
import { mulberry32 } from './noise.ts'

/** What a still shows. The seed is the take: it moves camera, light and detail, and leaves the shot the same. */
export type PictureRecipe = {
  seed: number
  place: 'sea' | 'city' | 'boulevard' | 'hills' | 'room' | 'lantern' | 'waveform'
  mood: keyof typeof MOODS
  subject?: 'boat' | 'figure' | 'pair' | 'portrait' | 'lighthouse'
  weather?: 'rain' | 'snow' | 'fog'
  sketch?: boolean
}

/** Where camera and light stand for one take: `level` is the row of the horizon, `side` the light's, -1 or 1. */
export type Setup = PictureRecipe &
  ReturnType<typeof mood> & {
    random: () => number
    drift: number
    level: number
    side: number
    sunX: number
    sunY: number
  }

export const LAMP: Colour = [1.3, 0.66, 0.22]

const MOODS = {
  dawn: mood('2c466e a87684 f8a066 ffbc70 10161f', 0.14, 0.5, 0.05),
  noon: mood('4a7490 94b2b8 dcdccc fff2d8 182428', 0.75, 0.48, 0),
  dusk: mood('261f46 86406c ff8446 ff9448 0e0b16', 0.09, 0.46, 0.3),
  night: mood('0b1630 1a3250 31566e c0d6f2 05080f', 0.68, 0.54, 0.5),
  storm: mood('151b1f 343f45 8a9896 b4c4c0 07090b', 0.3, 0.4, 0.15),
}

/** Makes every choice of a take that more than one part of the picture needs. */
export function setup(recipe: PictureRecipe): Setup {
  const random = mulberry32(recipe.seed * 7919)
  const light = MOODS[recipe.mood]
  const side = random() < 0.5 ? -1 : 1
  const low = recipe.place === 'room' ? 0.7 : recipe.place === 'hills' ? 0.6 : 0.54
  const level = Math.round(HEIGHT * (low + 0.16 * random()))
  return {
    ...recipe,
    ...light,
    clouds: light.clouds + 0.16 * (random() - 0.5),
    random,
    drift: random() * 256,
    level,
    side,
    sunX: WIDTH * (0.5 + side * (0.04 + 0.26 * random())),
    sunY: level * (1 - light.altitude * (0.6 + 0.6 * random())),
  }
}

function mood(palette: string, altitude: number, clouds: number, lamps: number) {
  const [zenith, middle, horizon, sun, shadow] = palette.split(' ').map((hex): Colour => {
    const part = (at: number) => (Number.parseInt(hex.slice(at, at + 2), 16) / 255) ** 2.2
    return [part(0), part(2), part(4)]
  }) as [Colour, Colour, Colour, Colour, Colour]
  return { zenith, middle, horizon, sun, shadow, altitude, clouds, lamps }
}
