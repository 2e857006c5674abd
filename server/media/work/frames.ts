import { plainly, run } from './ffmpeg.ts'
import type { FilmJob } from './messages.ts'

export interface Wanted {
  /** Arguments before and after the input. */
  before?: string[]
  input: string[]
  /** Filters that choose the frames, before they are brought to their size. */
  choose?: string[]
  size: { width: number; height: number }
  /** At most. */
  frames: number
  /** By `performance.now()`. */
  until: number
}

/** Frames of a film, each as raw pixels of 3 bytes: fewer than wanted where it has fewer. Throws where ffmpeg does. */
export async function readFrames(job: FilmJob, wanted: Wanted): Promise<Buffer[]> {
  const { before = [], input, choose = [], size, frames, until } = wanted
  const { width, height } = size
  const bytes = width * height * 3
  const pixels = Buffer.alloc(bytes * frames)
  let length = 0
  await run({
    command: job.ffmpeg,
    args: [
      ...plainly,
      ...before,
      ...input,
      ...['-map', '0:v:0', '-an', '-sn', '-dn', '-vsync', 'passthrough', '-frames:v', String(frames)],
      ...['-vf', [`scale=${width}:${height}`, 'setsar=1', ...choose].join(',')],
      ...['-f', 'rawvideo', '-pix_fmt', 'rgb24', 'pipe:1'],
    ],
    milliseconds: Math.max(1, until - performance.now()),
    addressBytes: job.limits.memoryBytes * 2,
    take: (chunk) => {
      if (length + chunk.length > pixels.length) throw new Error('There are more frames than were wanted')
      length += chunk.copy(pixels, length)
    },
  })
  const complete = Math.floor(length / bytes)
  return Array.from({ length: complete }, (_, index) => pixels.subarray(index * bytes, (index + 1) * bytes))
}
