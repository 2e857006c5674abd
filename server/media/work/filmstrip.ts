import type { MediaFacts } from '@dailies/contract/media.ts'
import { decoders } from './decoders.ts'
import { inputArguments } from './ffmpeg.ts'
import { readFrames, type Wanted } from './frames.ts'
import { keepMade } from './keep-made.ts'
import type { FilmJob, Tell } from './messages.ts'

/** Frames at most, and pixels of each of them. */
const [most, width, tallest] = [24, 160, 640]
/** Seconds. Of longer films a frame after the other is sought: decoding all of them takes longer. */
const readThrough = 120

interface Film {
  width: number
  height: number
  duration: number
  rate: MediaFacts['frameRate']
  until: number
}

/** Frames at equal distances, from the first on, side by side. Throws where none can be decoded. */
export async function makeFilmstrip(job: FilmJob, film: Film, tell: Tell): Promise<void> {
  const height = Math.min(tallest, Math.max(1, Math.round((width * film.height) / film.width)))
  const count = Math.min(most, framesOf(film))
  const wanted = { input: inputArguments(job.path), size: { width, height }, until: film.until }
  const frames =
    film.duration <= readThrough
      ? await readFrames(job, {
          ...wanted,
          choose: [`fps=${count}/${film.duration}:start_time=0`],
          frames: count,
        })
      : await seekFrames(job, wanted, film.duration, count)
  if (frames.length === 0) throw new Error('It has no frames')
  const size = { width: width * frames.length, height }
  const strip = decoders({ create: { ...size, channels: 3, background: '#000' } }).composite(
    frames.map((input, index) => ({
      input,
      raw: { width, height, channels: 3 },
      left: index * width,
      top: 0,
    })),
  )
  await keepMade(job.folder, 'filmstrip', await strip.webp().toBuffer(), tell, size)
}

function framesOf({ duration, rate }: Film): number {
  return Math.max(1, rate ? Math.floor((duration * rate.numerator) / rate.denominator) : most)
}

/** Frames that others are not needed for, the next one before each place. */
async function seekFrames(
  job: FilmJob,
  wanted: Omit<Wanted, 'frames'>,
  duration: number,
  count: number,
): Promise<Buffer[]> {
  const frames: Buffer[] = []
  for (let index = 0; index < count; index += 1) {
    const seconds = (duration * index) / count
    const before = ['-skip_frame', 'nokey', '-noaccurate_seek', '-ss', seconds.toFixed(3)]
    const [frame] = await readFrames(job, { ...wanted, before, frames: 1 }).catch(() => [])
    if (frame) frames.push(frame)
  }
  return frames
}
