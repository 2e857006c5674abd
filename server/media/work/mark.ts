import { drawCode, type Mask } from './code-glyphs.ts'
import { decoders } from './decoders.ts'
import type { Mark } from './messages.ts'
import { fromPixels, type Pixels } from './pixels.ts'

/** Of the picture's size, one of so many is how high the name is; no less than so many pixels. */
const [partOfPicture, leastHeight] = [36, 12]
/** Of its width, which a name takes at most: so that every part worth cutting out has a whole one. */
const mostOfWidth = 0.42
/** Against the horizontal. */
const angle = (-24 * Math.PI) / 180
/** How much is seen of the letters, and of the dark around them. */
const [light, dark] = [0.36, 0.32]

/** In pixels: a long name has several lines. */
const lettering = { font: 'sans bold', dpi: 300, width: 800, wrap: 'word-char', align: 'centre' } as const
const lineHeight = 60

/** What would turn the direction of what stands beside it, break the line, or is no character. */
const unprintable = /[\p{Cc}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** What takes room and shows nothing: of many in a row the mark would be mostly empty. */
const blanks = /[\s\u115f\u1160\u2800\u3164\uffa0]+/gu

/**
 * A layer for a picture of that size: name and code over and over, aslant, light with a dark edge. Without fonts the name may be boxes; the
 * code is drawn all the same.
 */
export async function drawMark(
  { width, height }: { width: number; height: number },
  { name, code }: Pick<Mark, 'name' | 'code'>,
): Promise<Pixels> {
  const unit = Math.max(leastHeight, Math.round(Math.sqrt(width * height) / partOfPicture))
  const most = { width: Math.max(unit, Math.round(width * mostOfWidth)), height: unit }
  const lines = [await drawName(name, most), drawCode(code, Math.max(1, Math.round(unit / 12)))]
  const letters = tileOf(
    lines.filter((line) => line !== undefined),
    unit,
  )
  const edges = thickened(letters, Math.max(1, Math.round(unit / 18)))
  return { data: spread({ width, height }, letters, edges), info: { width, height, channels: 4 } }
}

/** Undefined where nothing of it can be drawn. */
async function drawName(name: string, most: { width: number; height: number }): Promise<Mask | undefined> {
  const text = name.replaceAll(unprintable, ' ').replaceAll(blanks, ' ').trim()
  if (text === '') return undefined
  try {
    // It is markup: what has a meaning there is to have none.
    const markup = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
    const drawn = await decoders({ text: { ...lettering, text: markup } })
      .toColourspace('b-w')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true })
    const { data, info } = await fromPixels(drawn)
      .resize({ width: most.width, height: most.height * linesOf(drawn.info), fit: 'inside' })
      .toColourspace('b-w')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true })
    return { width: info.width, height: info.height, data: everyNth(data, info.channels) }
  } catch {
    // Of characters that have no shape at all nothing is drawn.
    return undefined
  }
}

function linesOf({ height }: { height: number }): number {
  return Math.max(1, Math.round(height / lineHeight))
}

function everyNth(data: Uint8Array, nth: number): Uint8Array {
  return nth === 1 ? data : data.filter((_, index) => index % nth === 0)
}

/** The lines below each other, twice: the second time half a width further, so that nothing between the rows stays clean. */
function tileOf(lines: Mask[], unit: number): Mask {
  const width = Math.max(...lines.map((line) => line.width)) + 2 * unit
  const gap = Math.round(unit / 3)
  const row = lines.reduce((sum, line) => sum + line.height + gap, 0) + 2 * unit
  const tile = { width, height: 2 * row, data: new Uint8Array(width * 2 * row) }
  for (const [index, shift] of [0, Math.round(width / 2)].entries()) {
    let top = index * row + unit
    for (const line of lines) {
      put(line, tile, { left: shift + Math.round((width - line.width) / 2), top })
      top += line.height + gap
    }
  }
  return tile
}

/** What is over the right edge comes in again at the left. */
function put(line: Mask, tile: Mask, { left, top }: { left: number; top: number }): void {
  for (let y = 0; y < line.height; y += 1) {
    for (let x = 0; x < line.width; x += 1) {
      tile.data[(top + y) * tile.width + ((left + x) % tile.width)] = line.data[y * line.width + x]!
    }
  }
}

/** One direction after the other, which is a square in the end. */
function thickened(mask: Mask, by: number): Mask {
  const { width, height } = mask
  const across = new Uint8Array(width * height)
  const all = new Uint8Array(width * height)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      let most = 0
      for (let d = -by; d <= by; d += 1)
        most = Math.max(most, mask.data[y * width + ((x + d + width) % width)]!)
      across[y * width + x] = most
    }
  }
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      let most = 0
      for (let d = -by; d <= by; d += 1)
        most = Math.max(most, across[((y + d + height) % height) * width + x]!)
      all[y * width + x] = most
    }
  }
  return { width, height, data: all }
}

/** All over the picture, aslant: 4 bytes a pixel. */
function spread({ width, height }: { width: number; height: number }, letters: Mask, edges: Mask): Buffer {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const data = Buffer.alloc(width * height * 4)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [u, v] = [x * cos + y * sin, y * cos - x * sin]
      const edge = sample(edges, u, v)
      if (edge === 0) continue
      const letter = sample(letters, u, v)
      const [white, black] = [letter * light, (edge - letter) * dark]
      const alpha = white + Math.max(0, black)
      const at = (y * width + x) * 4
      data.fill(Math.round((255 * white) / alpha), at, at + 3)
      data[at + 3] = Math.round(alpha)
    }
  }
  return data
}

/** Between four pixels of what is repeated without end. */
function sample({ width, height, data }: Mask, u: number, v: number): number {
  const [left, top] = [Math.floor(u), Math.floor(v)]
  const [right, down] = [u - left, v - top]
  const at = (x: number, y: number) => data[remainder(y, height) * width + remainder(x, width)]!
  const above = at(left, top) * (1 - right) + at(left + 1, top) * right
  const below = at(left, top + 1) * (1 - right) + at(left + 1, top + 1) * right
  return above * (1 - down) + below * down
}

function remainder(value: number, by: number): number {
  return ((value % by) + by) % by
}
