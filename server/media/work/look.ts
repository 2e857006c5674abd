import { fromPixels, type Pixels } from './pixels.ts'

/** Pixels of a side of what is looked at; frequencies of which each is a bit, in both directions. */
const [side, frequencies] = [32, 8]

/** Of 255, the standard deviation: what is as even as that has noise alone to be told apart by. */
const leastContrast = 2

/** The cosines of the frequencies, of 0 to 8, at each pixel: DCT-II. */
const waves = Array.from({ length: frequencies + 1 }, (_, frequency) =>
  Array.from({ length: side }, (_, at) => Math.cos((Math.PI * (2 * at + 1) * frequency) / (2 * side))),
)

/**
 * How a picture looks as a whole: 64 bits in hex, each of a low frequency of its brightness, 1 where it has more of it than of the
 * median. Christoph Zauner, "Implementation and Benchmarking of Perceptual Image Hash Functions" (2010), section 3.2.1. What is
 * transparent is white. Null of what is of one colour.
 */
export async function lookOf(pixels: Pixels): Promise<string | null> {
  const grey = await fromPixels(pixels)
    .flatten({ background: '#fff' })
    .resize(side, side, { fit: 'fill' })
    .greyscale()
    .raw()
    .toBuffer()
  if (deviationOf(grey) < leastContrast) return null
  const parts = partsOf(grey)
  const median = parts.toSorted((one, other) => one - other)[parts.length / 2 - 1]!
  const bits = parts.reduce((before, part) => (before << 1n) | (part > median ? 1n : 0n), 0n)
  return bits.toString(16).padStart(16, '0')
}

function deviationOf(grey: Uint8Array): number {
  const mean = grey.reduce((sum, one) => sum + one, 0) / grey.length
  return Math.sqrt(grey.reduce((sum, one) => sum + (one - mean) ** 2, 0) / grey.length)
}

/** How much of each frequency there is. In the place of the first, which is how bright it is altogether, there is one more. */
function partsOf(grey: Uint8Array): number[] {
  const across = Array.from({ length: side }, (_, row) =>
    waves.map((wave) => product(wave, grey, row * side)),
  )
  const part = (down: number, along: number) =>
    product(
      waves[down]!,
      across.map((of) => of[along]!),
      0,
    )
  return Array.from({ length: frequencies ** 2 }, (_, at) =>
    at === 0 ? part(0, frequencies) : part(Math.floor(at / frequencies), at % frequencies),
  )
}

function product(wave: readonly number[], of: ArrayLike<number>, from: number): number {
  return wave.reduce((sum, height, at) => sum + height * of[from + at]!, 0)
}
