import { clamp } from './noise.ts'

/** Linear light, red, green and blue interleaved, row by row from the top left; 1 is paper white. */
export type Frame = Float32Array
export type Colour = readonly [red: number, green: number, blue: number]
export type Box = readonly [left: number, top: number, right: number, bottom: number]
export type Shade = (x: number, y: number) => number

export const WIDTH = 640
export const HEIGHT = 268 // 2.39:1
export const WHOLE: Box = [0, 0, WIDTH, HEIGHT]

const AMOUNTS = new Float32Array(WIDTH + 4)

/** Lays a colour over the box, as opaque as `alpha` says, decided once per block of `step` by `step` pixels. */
export function cover(frame: Frame, box: Box, colour: Colour, alpha: Shade, step = 1): void {
  blend(frame, box, colour, 1, alpha, step)
}

/** Adds light of a colour within the box, decided once per block of `step` by `step` pixels. */
export function shine(frame: Frame, box: Box, colour: Colour, amount: Shade, step = 1): void {
  blend(frame, box, colour, 0, amount, step)
}

/** Adds a round light. */
export function dot(
  frame: Frame,
  x: number,
  y: number,
  radius: number,
  colour: Colour,
  amount: number,
): void {
  const disc: Shade = (px, py) => amount * clamp(radius + 0.5 - Math.sqrt((px - x) ** 2 + (py - y) ** 2))
  shine(frame, [x - radius - 1, y - radius - 1, x + radius + 1, y + radius + 1], colour, disc)
}

/** The colour that is `share` of the way from one to the other. */
export function mix(from: Colour, to: Colour, share: number): Colour {
  const part = (channel: 0 | 1 | 2) => from[channel] + (to[channel] - from[channel]) * share
  return [part(0), part(1), part(2)]
}

/** Mixes `sharp` parts of the frame with `soft` parts of its blur, in place: bloom, or a lens out of focus. */
export function soften(frame: Frame, sharp: number, soft: number): void {
  const stride = (WIDTH / 4) * 3
  const small = blurred(quartered(frame, stride), stride)
  const row = new Float32Array(stride + 3)
  for (let y = 0, at = 0; y < HEIGHT; y++) {
    const upper = Math.min(Math.max(0, y / 4 - 0.375), HEIGHT / 4 - 1.001)
    const share = upper - Math.floor(upper)
    const from = Math.floor(upper) * stride
    for (let n = 0; n < stride; n++)
      row[n] = (small[from + n]! * (1 - share) + small[from + stride + n]! * share) * soft
    row.copyWithin(stride, stride - 3, stride)
    for (let n = 0; n < stride; n += 3) {
      for (let quarter = 0; quarter < 1; quarter += 0.25, at += 3) {
        frame[at] = frame[at]! * sharp + row[n]! * (1 - quarter) + row[n + 3]! * quarter
        frame[at + 1] = frame[at + 1]! * sharp + row[n + 1]! * (1 - quarter) + row[n + 4]! * quarter
        frame[at + 2] = frame[at + 2]! * sharp + row[n + 2]! * (1 - quarter) + row[n + 5]! * quarter
      }
    }
  }
}

function quartered(frame: Frame, stride: number): Float32Array {
  const small = new Float32Array((stride * HEIGHT) / 4)
  for (let y = 0, at = 0; y < HEIGHT; y++) {
    for (let to = (y >> 2) * stride, end = to + stride; to < end; to += 3, at += 12) {
      small[to]! += (frame[at]! + frame[at + 3]! + frame[at + 6]! + frame[at + 9]!) / 16
      small[to + 1]! += (frame[at + 1]! + frame[at + 4]! + frame[at + 7]! + frame[at + 10]!) / 16
      small[to + 2]! += (frame[at + 2]! + frame[at + 5]! + frame[at + 8]! + frame[at + 11]!) / 16
    }
  }
  return small
}

function blurred(small: Float32Array, stride: number): Float32Array {
  const across = { step: 3, count: stride / 3, lines: HEIGHT / 4, apart: stride }
  const down = { step: stride, count: HEIGHT / 4, lines: stride / 3, apart: 3 }
  return [across, down, across, down].reduce(smeared, small)
}

type Lines = { step: number; count: number; lines: number; apart: number }

/** The mean of five neighbours along each line; beyond its ends a line goes on as it ends. */
function smeared(from: Float32Array, { step, count, lines, apart }: Lines): Float32Array {
  const to = new Float32Array(from.length)
  for (let line = 0; line < lines; line++) {
    for (let start = line * apart; start < line * apart + 3; start++) {
      const end = start + (count - 1) * step
      let sum = from[start]! * 3 + from[start + step]! + from[start + 2 * step]!
      for (let at = start; at <= end; at += step) {
        to[at] = sum / 5
        sum += from[Math.min(end, at + 3 * step)]! - from[Math.max(start, at - 2 * step)]!
      }
    }
  }
  return to
}

/** Redraws the frame in pencil on paper: outlines, and hatching where it is dark. */
export function pencil(frame: Frame): void {
  const tone = new Float32Array(WIDTH * HEIGHT)
  for (let n = 0, at = 0; n < tone.length; n++, at += 3) {
    tone[n] = Math.sqrt(Math.min(1, frame[at]! * 0.3 + frame[at + 1]! * 0.6 + frame[at + 2]! * 0.1))
  }
  for (let n = 0; n < tone.length; n++) {
    const x = n % WIDTH
    const y = Math.floor(n / WIDTH)
    const dark = 1 - tone[n]!
    const edge = Math.abs(tone[n]! - (tone[n + 2] ?? 0)) + Math.abs(tone[n]! - (tone[n + WIDTH * 2] ?? 0))
    const rising = (x + y) % 6 < 2 ? clamp(dark * 2.4 - 1) : 0
    const falling = (x - y + HEIGHT) % 5 < 2 ? clamp(dark * 4 - 2.9) : 0
    const ink = (1 - 0.9 * clamp(edge * 5 - 0.3)) * (1 - 0.55 * rising) * (1 - 0.7 * falling)
    const paper = 0.85 * ink * (1 - 0.6 * dark * dark)
    frame[n * 3] = paper
    frame[n * 3 + 1] = paper * 0.95
    frame[n * 3 + 2] = paper * 0.85
  }
}

function blend(
  frame: Frame,
  box: Box,
  [red, green, blue]: Colour,
  hiding: 0 | 1,
  shade: Shade,
  step: number,
): void {
  const left = Math.max(0, Math.floor(box[0]))
  const right = Math.min(WIDTH, Math.ceil(box[2]))
  const bottom = Math.min(HEIGHT, Math.ceil(box[3]))
  for (let y = Math.max(0, Math.floor(box[1])); y < bottom; y += step) {
    for (let x = left; x < right; x += step) {
      const amount = shade(x, y)
      for (let px = x; px < x + step; px++) AMOUNTS[px] = amount
    }
    for (let py = y; py < y + step && py < bottom; py++) {
      for (let x = left, at = (py * WIDTH + left) * 3; x < right; x++, at += 3) {
        const amount = AMOUNTS[x]!
        const kept = 1 - amount * hiding
        frame[at] = frame[at]! * kept + red * amount
        frame[at + 1] = frame[at + 1]! * kept + green * amount
        frame[at + 2] = frame[at + 2]! * kept + blue * amount
      }
    }
  }
}
