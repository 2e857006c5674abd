import type { Page } from 'playwright-core'

/** Of a film that is made for a test. */
interface FilmRecipe {
  seconds: number
  /** Frames per second. */
  rate: number
  colour: string
  /** Its number stands at the bottom in squares, too, for `numberSeen` to read. */
  readable?: boolean
}

/** A small WebM film (VP8, 160 × 90, every frame a key frame, with cues) that shows the number of each frame. */
export async function makeFilm(page: Page, recipe: FilmRecipe): Promise<Buffer> {
  const frames = await page.evaluate(encode, recipe)
  return webm(
    frames.map((frame) => Buffer.from(frame, 'base64')),
    recipe,
  )
}

/** Runs in the browser. */
async function encode({ seconds, rate, colour, readable }: FilmRecipe): Promise<string[]> {
  const canvas = new OffscreenCanvas(160, 90)
  const paint = canvas.getContext('2d')!
  const frames: string[] = []
  const encoder = new VideoEncoder({
    output: (chunk) => {
      const bytes = new Uint8Array(chunk.byteLength)
      chunk.copyTo(bytes)
      frames.push(btoa(String.fromCharCode(...bytes)))
    },
    error: (error) => {
      throw error
    },
  })
  encoder.configure({ codec: 'vp8', width: 160, height: 90, bitrate: 200_000 })
  for (let number = 0; number < seconds * rate; number += 1) {
    paint.fillStyle = colour
    paint.fillRect(0, 0, 160, 90)
    paint.fillStyle = 'white'
    paint.font = '48px monospace'
    paint.fillText(String(number), 20, 60)
    for (let bit = 0; readable && bit < 10; bit += 1) {
      paint.fillStyle = (number >> bit) & 1 ? 'white' : 'black'
      paint.fillRect(bit * 16, 74, 16, 16)
    }
    const frame = new VideoFrame(canvas, { timestamp: (number * 1e6) / rate })
    encoder.encode(frame, { keyFrame: true })
    frame.close()
  }
  await encoder.flush()
  return frames
}

/** The number of the frame that is seen of a readable film; -1 where no film is seen. */
export function numberSeen(page: Page): Promise<number> {
  return page.evaluate(() => {
    const films = [...document.querySelectorAll<HTMLVideoElement>('[data-layers] video')]
    const film = films.find(({ style }) => style.opacity === '1')
    if (!film || film.readyState < 2 || film.seeking) return -1
    const canvas = new OffscreenCanvas(160, 90)
    const paint = canvas.getContext('2d')!
    paint.drawImage(film, 0, 0, 160, 90)
    let number = 0
    for (let bit = 0; bit < 10; bit += 1)
      if (paint.getImageData(bit * 16 + 8, 82, 1, 1).data[0]! > 127) number |= 1 << bit
    return number
  })
}

/** Matroska (RFC 9559), as far as WebM needs it. */
function webm(frames: Buffer[], { seconds, rate }: FilmRecipe): Buffer {
  const head = element(
    '1a45dfa3',
    number('4286', 1),
    number('42f7', 1),
    number('42f2', 4),
    number('42f3', 8),
    text('4282', 'webm'),
    number('4287', 4),
    number('4285', 2),
  )
  const duration = Buffer.alloc(8)
  duration.writeDoubleBE(seconds * 1000)
  const info = element(
    '1549a966',
    number('2ad7b1', 1_000_000),
    element('4489', duration),
    text('4d80', 'test'),
    text('5741', 'test'),
  )
  const video = element('e0', number('b0', 160), number('ba', 90))
  const tracks = element(
    '1654ae6b',
    element('ae', number('d7', 1), number('73c5', 1), number('83', 1), text('86', 'V_VP8'), video),
  )
  const clusters = []
  const cues = []
  let place = info.length + tracks.length
  for (let first = 0; first < frames.length; first += rate) {
    const start = Math.round((first * 1000) / rate)
    const blocks = frames.slice(first, first + rate).map((frame, index) => {
      const header = Buffer.from([0x81, 0, 0, 0x80])
      header.writeInt16BE(Math.round(((first + index) * 1000) / rate) - start, 1)
      return element('a3', header, frame)
    })
    const cluster = element('1f43b675', number('e7', start), ...blocks)
    cues.push(element('bb', number('b3', start), element('b7', number('f7', 1), number('f1', place))))
    clusters.push(cluster)
    place += cluster.length
  }
  return Buffer.concat([head, element('18538067', info, tracks, ...clusters, element('1c53bb6b', ...cues))])
}

function element(id: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  const size = Buffer.alloc(8)
  size.writeBigUInt64BE(BigInt(body.length) | (1n << 56n))
  return Buffer.concat([Buffer.from(id, 'hex'), size, body])
}

function number(id: string, value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(value))
  return element(id, bytes)
}

function text(id: string, value: string): Buffer {
  return element(id, Buffer.from(value))
}
