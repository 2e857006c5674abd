import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator } from 'playwright-core'

const [width, height, bits] = [320, 180, 16]

interface NumberedFilm {
  /** Frames a second, as FFmpeg reads it: 24000/1001. */
  rate: string
  frames: number
  /** `mp4` with frames that are shown in another order than they are stored in, or `webm` with times in milliseconds. */
  format?: 'mp4' | 'webm'
  /** Further options of FFmpeg for the output. */
  options?: readonly string[]
  /** Seconds of a tone that it has besides. */
  tone?: number
}

/** A film, 320 by 180, whose every frame shows its number: 16 fields side by side, white is 1, the highest first. */
export async function numberedFilm({
  rate,
  frames,
  format = 'mp4',
  options = [],
  tone,
}: NumberedFilm): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'numbered-film-'))
  const path = join(folder, `film.${format}`)
  const codec =
    format === 'mp4'
      ? ['-c:v', 'libx264', '-preset', 'veryfast', '-bf', '2', '-g', '48', '-movflags', '+faststart']
      : ['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8', '-g', '48']
  const sound = tone
    ? ['-f', 'lavfi', '-i', `sine=duration=${tone}`, '-c:a', format === 'mp4' ? 'aac' : 'libopus']
    : []
  const input = ['-f', 'rawvideo', '-pix_fmt', 'gray', '-s', `${width}x${height}`, '-r', rate, '-i', 'pipe:0']
  try {
    await new Promise<void>((resolve, reject) => {
      const process = execFile(
        'ffmpeg',
        ['-v', 'error', '-y', ...input, ...sound, ...codec, '-pix_fmt', 'yuv420p', ...options, path],
        (error) => (error ? reject(error) : resolve()),
      )
      process.stdin!.on('error', () => {})
      for (let frame = 0; frame < frames; frame += 1) process.stdin!.write(pictureOf(frame))
      process.stdin!.end()
    })
    return await readFile(path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function pictureOf(frame: number): Buffer {
  const line = Buffer.alloc(width)
  for (let bit = 0; bit < bits; bit += 1) {
    const isSet = (frame >> (bits - 1 - bit)) & 1
    line.fill(isSet ? 235 : 16, (bit * width) / bits, ((bit + 1) * width) / bits)
  }
  return Buffer.concat(Array.from({ length: height }, () => line))
}

/** The number that a film shows at this moment, read from its picture; undefined while it is on its way to another, and cannot be read. */
export function shownNumber(video: Locator): Promise<number | undefined> {
  return video.evaluate((video: HTMLVideoElement) => {
    if (video.seeking || video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return undefined
    const canvas = new OffscreenCanvas(video.videoWidth, video.videoHeight)
    const paint = canvas.getContext('2d')!
    paint.drawImage(video, 0, 0)
    const { data, width, height } = paint.getImageData(0, 0, canvas.width, canvas.height)
    let number = 0
    for (let bit = 0; bit < 16; bit += 1) {
      const x = Math.floor(((bit + 0.5) * width) / 16)
      number = number * 2 + (data[(Math.floor(height / 2) * width + x) * 4]! > 128 ? 1 : 0)
    }
    return number
  })
}
