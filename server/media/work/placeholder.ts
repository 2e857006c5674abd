import { fromPixels, type Pixels } from './pixels.ts'

/** Pixels: enough to tell a sky from a face once it is blurred. */
const [width, height] = [16, 24]
const longest = 400

/** A tiny picture as a `data:` address of 400 characters at most; null where it has none so short. */
export async function placeholder(pixels: Pixels): Promise<string | null> {
  for (const quality of [50, 20, 1]) {
    const bytes = await fromPixels(pixels)
      .resize({ width, height, fit: 'inside', withoutEnlargement: true })
      .webp({ quality, alphaQuality: quality, effort: 6 })
      .toBuffer()
    const address = `data:image/webp;base64,${bytes.toString('base64')}`
    if (address.length <= longest) return address
  }
  return null
}
