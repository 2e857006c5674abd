import { inputArguments } from './ffmpeg.ts'
import { readFrames } from './frames.ts'
import { keepMade } from './keep-made.ts'
import type { FilmJob, Tell } from './messages.ts'
import { fromPixels, type Pixels } from './pixels.ts'
import { makeThumbnails } from './thumbnails.ts'

/** Pixels of the longer side. */
const longestSide = 1920
/** Parts of the film at which a frame is looked for: films often begin and end with black. */
const places = [0.1, 0.3, 0.5]
/** Of so many after each other, the one most like the others is taken: not one in the middle of a cut. */
const choice = 12
/** Of 255: darker than that, and as even, is black. */
const [darkest, leastContrast] = [24, 8]

interface Film {
  width: number
  height: number
  duration: number | null
  until: number
}

/** A frame that shows what the film is about, its thumbnails, and what they give. Throws where it has no frame to decode. */
export async function makePoster(
  job: FilmJob,
  film: Film,
  tell: Tell,
): Promise<{ placeholder: string | null; perceptualHash: string }> {
  const pixels = await findFrame(job, film)
  await keepMade(job.folder, 'poster', await fromPixels(pixels).webp().toBuffer(), tell, pixels.info)
  return makeThumbnails(fromPixels(pixels), pixels.info, job.folder, tell)
}

async function findFrame(job: FilmJob, film: Film): Promise<Pixels> {
  let first: Pixels | undefined
  for (const place of film.duration ? places : []) {
    // What cannot be decoded there may have a beginning that can.
    const frame = await frameAt(job, film, place * film.duration!).catch(() => undefined)
    if (!frame) break
    if (!(await isBlack(frame))) return frame
    first ??= frame
  }
  const frame = first ?? (await frameAt(job, film, 0))
  if (!frame) throw new Error('It has no frames')
  return frame
}

async function frameAt(job: FilmJob, film: Film, seconds: number): Promise<Pixels | undefined> {
  const size = within(film)
  const [data] = await readFrames(job, {
    before: ['-ss', seconds.toFixed(3)],
    input: inputArguments(job.path),
    choose: [`thumbnail=${choice}`],
    size,
    frames: 1,
    until: film.until,
  })
  return data && { data, info: { ...size, channels: 3 } }
}

function within({ width, height }: Film): { width: number; height: number } {
  const scale = Math.min(1, longestSide / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

async function isBlack(pixels: Pixels): Promise<boolean> {
  const { channels } = await fromPixels(pixels).greyscale().stats()
  return channels.every(({ mean, stdev }) => mean < darkest && stdev < leastContrast)
}
