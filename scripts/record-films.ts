/**
 * Records the films of the demo (demo/films): a slow camera over the still of each take that is a VIDEO, encoded by a
 * real browser. Needed again only when those takes change.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type * as WebMMuxer from 'webm-muxer'
import { filmName } from '../demo/film/film-name.ts'
import { takes } from '../demo/film/takes.ts'
import { picture } from '../demo/picture.ts'
import { openBrowser } from '../server/test/browser.ts'

const folder = join(import.meta.dirname, '../demo/films')
const muxer = readFileSync(new URL(import.meta.resolve('webm-muxer').replace(/\.mjs$/, '.js')), 'utf8')

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder)
// Encoders are for pages of a real origin only.
const server = createServer((_request, response) => response.end('<!doctype html><title>Recording</title>'))
await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
const browser = await openBrowser()
const page = await browser.newPage()
await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
await page.addScriptTag({ content: muxer })

for (const { capture, picture: recipe } of takes) {
  if (capture.assetType !== 'VIDEO') continue
  const still = `data:image/png;base64,${picture(recipe).toString('base64')}`
  const film = await page.evaluate(record, { still, seed: recipe.seed })
  writeFileSync(join(folder, filmName(recipe)), Buffer.from(film, 'base64'))
  console.log(capture.title)
}
await browser.close()
server.close()

/** In the page. Returns a WebM file in base64: 120 frames, 24 a second. */
async function record({ still, seed }: { still: string; seed: number }): Promise<string> {
  const { Muxer, ArrayBufferTarget } = (globalThis as unknown as { WebMMuxer: typeof WebMMuxer }).WebMMuxer
  const [width, height, frames, perSecond] = [480, 270, 120, 24]
  const image = new Image()
  image.src = still
  await image.decode()
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const context = canvas.getContext('2d') as CanvasRenderingContext2D
  const muxer = new Muxer({
    target: new ArrayBufferTarget(),
    video: { codec: 'V_VP9', width, height, frameRate: perSecond },
  })
  const encoder = new VideoEncoder({
    output: (chunk, metadata) => muxer.addVideoChunk(chunk, metadata),
    error: (error) => {
      throw error
    },
  })
  encoder.configure({ codec: 'vp09.00.10.08', width, height, framerate: perSecond, bitrate: 110_000 })
  const direction = seed % 2 === 0 ? 1 : -1
  for (let frame = 0; frame < frames; frame += 1) {
    const done = frame / (frames - 1)
    const eased = done * done * (3 - 2 * done)
    const zoom = 1.04 + 0.08 * eased
    const drift = direction * (eased - 0.5) * 0.05 * width
    context.drawImage(
      image,
      (width - width * zoom) / 2 + drift,
      (height - height * zoom) / 2,
      width * zoom,
      height * zoom,
    )
    const timestamp = (frame / perSecond) * 1_000_000
    const picture = new VideoFrame(canvas, { timestamp, duration: 1_000_000 / perSecond })
    encoder.encode(picture, { keyFrame: frame === 0 })
    picture.close()
  }
  await encoder.flush()
  muxer.finalize()
  const bytes = new Uint8Array(muxer.target.buffer)
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}
