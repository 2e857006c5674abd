import { join } from 'node:path'
import type { MediaFacts } from '@dailies/contract/media.ts'
import { decodable, decoders } from './decoders.ts'
import { keepMade } from './keep-made.ts'
import { isMachineFault } from './machine-fault.ts'
import { drawMark } from './mark.ts'
import type { FilmJob, Job, Mark, Tell } from './messages.ts'
import { fromPixels } from './pixels.ts'
import { makeProxy, withinProxy } from './proxy.ts'

/** Pixels of the longer side of a picture. */
const longestSide = 3840

/** Guests are told: so it has no word of what a program said of this machine. */
const unmakable = 'No copy of it could be made: it is damaged, too large, or would take too long'

/**
 * A copy of a picture or a film with a mark burnt in. What cannot be made is the `problem` of the facts that are told. Throws where
 * this machine is at fault.
 */
export async function makeMarked(job: Job & { mark: Mark }, facts: MediaFacts, tell: Tell): Promise<void> {
  try {
    if (facts.type.startsWith('image/')) facts.problem = await makeMarkedPicture(job, facts, tell)
    else facts.problem = await makeMarkedFilm(job, tell)
  } catch (error) {
    if (isMachineFault(error)) throw error
    facts.problem = unmakable
  }
  if (facts.problem !== null) tell({ is: 'facts', facts })
}

/** Returns why there can be none; null once it is made. */
async function makeMarkedPicture(
  job: Job & { mark: Mark },
  { type }: MediaFacts,
  tell: Tell,
): Promise<string | null> {
  if (!decodable.has(type)) return `Pictures of this kind (${type}) cannot be shown here`
  const { data, info } = await decoders(job.path, { limitInputPixels: job.limits.pixels, failOn: 'none' })
    .autoOrient()
    .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  const layer = await drawMark(info, job.mark)
  const marked = fromPixels({ data, info })
    .composite([{ input: layer.data, raw: layer.info }])
    .webp({ quality: 85 })
  await keepMade(job.folder, 'poster', await marked.toBuffer(), tell, info)
  return null
}

/** Likewise. */
async function makeMarkedFilm(job: Job & { mark: Mark }, tell: Tell): Promise<string | null> {
  const { ffmpeg, mark } = job
  if (!ffmpeg) return 'There is no ffmpeg here'
  const filmJob: FilmJob = { ...job, ffmpeg }
  tell({ is: 'stage', stage: 'proxy' })
  const size = { width: mark.width, height: mark.height }
  const layer = join(job.folder, 'layer.png')
  await fromPixels(await drawMark(withinProxy(size), mark))
    .png({ compressionLevel: 3 })
    .toFile(layer)
  await makeProxy(filmJob, { ...size, frameRate: null }, tell, { layer })
  return null
}
