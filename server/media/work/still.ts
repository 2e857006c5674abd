import type { MediaFacts } from '@dailies/contract/media.ts'
import type { Metadata } from 'sharp'
import { decodable, decoders } from './decoders.ts'
import { lookOf } from './look.ts'
import { isMachineFault } from './machine-fault.ts'
import type { Job, Tell } from './messages.ts'
import { makeThumbnails } from './thumbnails.ts'

/** By the orientation of EXIF, of 1 to 8: degrees clockwise. Every second one is mirrored, too. TIFF 6.0, section 8. */
const rotations = [0, 0, 180, 180, 270, 90, 90, 270]

const damaged = 'It is damaged, or a part of it is missing'

/** What a still is, and its thumbnails. */
export function lookIntoStill(job: Job, facts: MediaFacts, tell: Tell): Promise<void> {
  return lookInto(job, facts, { tell, decode })
}

/** What a still is, and how it looks. */
export function lookAtStill(job: Job, facts: MediaFacts, tell: Tell): Promise<void> {
  return lookInto(job, facts, { tell, decode: decodeToLook })
}

async function lookInto(
  job: Job,
  facts: MediaFacts,
  { tell, decode }: { tell: Tell; decode: typeof decodeToLook },
): Promise<void> {
  if (!decodable.has(facts.type)) {
    facts.problem = `Pictures of this kind (${facts.type}) cannot be shown here`
    tell({ is: 'facts', facts })
    return
  }
  try {
    readHeader(facts, await decoders(job.path, { limitInputPixels: false, failOn: 'none' }).metadata())
    const pixels = (facts.width ?? 0) * (facts.height ?? 0)
    if (pixels > job.limits.pixels) facts.problem = tooManyPixels(facts, job.limits.pixels)
    tell({ is: 'facts', facts })
    if (!facts.problem) await decode(job, facts, tell)
  } catch (error) {
    if (isMachineFault(error)) throw error
    facts.problem = /hei[cf]/.test(facts.type)
      ? `Pictures of this kind (${facts.type}) cannot be shown here`
      : damaged
  }
  tell({ is: 'facts', facts })
}

function readHeader(facts: MediaFacts, { width, height, orientation = 1, autoOrient }: Metadata): void {
  facts.width = autoOrient?.width ?? width
  facts.height = autoOrient?.height ?? height
  facts.rotation = rotations[orientation - 1] ?? 0
}

function tooManyPixels({ width, height }: MediaFacts, most: number): string {
  return `It has too many pixels (${width} × ${height}; ${Math.floor(most / 1e6)} million are the most)`
}

async function decodeToLook({ path, limits }: Job, _: MediaFacts, tell: Tell): Promise<void> {
  const picture = decoders(path, { limitInputPixels: limits.pixels, failOn: 'error' }).autoOrient()
  // As it is made of a file that is kept: of its smallest thumbnail.
  const pixels = await picture
    .resize({ width: 320, height: 1280, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  tell({ is: 'look', look: await lookOf(pixels) })
}

/** Of what is cut off there is a part to see, which is better than nothing. */
async function decode(job: Job, facts: MediaFacts, tell: Tell): Promise<void> {
  const size = { width: facts.width ?? 1, height: facts.height ?? 1 }
  const open = (failOn: 'error' | 'none') =>
    decoders(job.path, { limitInputPixels: job.limits.pixels, failOn }).autoOrient()
  try {
    Object.assign(facts, await makeThumbnails(open('error'), size, job.folder, tell))
  } catch (error) {
    if (isMachineFault(error)) throw error
    Object.assign(facts, await makeThumbnails(open('none'), size, job.folder, tell))
    facts.problem = damaged
  }
}
