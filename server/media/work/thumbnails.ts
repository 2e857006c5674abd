import type { Sharp } from 'sharp'
import { keepMade } from './keep-made.ts'
import { lookOf } from './look.ts'
import type { Tell } from './messages.ts'
import { perceptualHash } from './perceptual-hash.ts'
import { fromPixels, type Pixels } from './pixels.ts'
import { placeholder } from './placeholder.ts'

const widths = [320, 640, 1280] as const
/** Times the width. Of what is taller, like a scroll, all of it is seen, and narrower. */
const tallest = 4

interface Size {
  width: number
  height: number
}

/**
 * Thumbnails of a picture of that size, which is decoded once: for the largest of them, and each of the others from the next
 * larger one. None is larger than the picture, and there is always one of 320. Throws where it cannot be decoded.
 */
export async function makeThumbnails(
  picture: Sharp,
  size: Size,
  folder: string,
  tell: Tell,
): Promise<{ placeholder: string | null; perceptualHash: string }> {
  const [largest = 320, ...others] = widthsFor(size).toReversed()
  let pixels = await resize(picture, within(size, largest))
  await makeThumbnail(largest, pixels, folder, tell)
  for (const width of others) {
    pixels = await resize(fromPixels(pixels), within(size, width))
    await makeThumbnail(width, pixels, folder, tell)
  }
  tell({ is: 'look', look: await lookOf(pixels) })
  return { placeholder: await placeholder(pixels), perceptualHash: await perceptualHash(pixels) }
}

/** One that would not be larger than the next smaller one is left out. */
function widthsFor({ width, height }: Size) {
  return widths.filter((_, index) => {
    const smaller = widths[index - 1]
    return smaller === undefined || width > smaller || height > smaller * tallest
  })
}

function within(size: Size, width: number): Size {
  const scale = Math.min(1, width / size.width, (width * tallest) / size.height)
  const scaled = (length: number) => Math.max(1, Math.round(length * scale))
  return { width: scaled(size.width), height: scaled(size.height) }
}

/** In sRGB, a byte a channel, as raw pixels: no colour profile and no other metadata is left. */
function resize(picture: Sharp, size: Size): Promise<Pixels> {
  return picture
    .resize({ ...size, fit: 'fill' })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
}

async function makeThumbnail(
  width: (typeof widths)[number],
  pixels: Pixels,
  folder: string,
  tell: Tell,
): Promise<void> {
  const kind = `thumb-${width}` as const
  await keepMade(folder, kind, await fromPixels(pixels).webp().toBuffer(), tell, pixels.info)
}
