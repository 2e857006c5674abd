import type { MediaFacts } from '@dailies/contract/media.ts'
import { mediaType } from './media-type.ts'
import { type Job, nothingKnown, type Tell } from './messages.ts'

/** Of a signed file all bytes are hashed: larger ones than this have the time of a film for it. */
const mostInAMoment = 32 * 1024 ** 2

/**
 * Finds out what a file is and makes what there is to look at, telling each as soon as it is there. Throws only where the machine
 * fails: what is wrong with the file is told as its `problem`.
 */
export async function lookInto(job: Job, tell: Tell): Promise<void> {
  const { type, bytes } = await mediaType(job.path)
  const facts: MediaFacts = { ...nothingKnown, type }
  if (bytes === 0) facts.problem = 'It is empty'
  else if (type === 'application/octet-stream')
    facts.problem = 'It is of no kind that is known here: is it whole?'
  if (type === 'image/svg+xml') facts.problem = 'Drawings in SVG are kept as they are, and not drawn here'
  if ((job.anchors !== undefined || job.signing) && bytes > mostInAMoment)
    tell({ is: 'stage', stage: 'film' })
  if (job.anchors !== undefined) {
    const { readCredentials } = await import('./credentials.ts')
    return tell({ is: 'credentials', credentials: await readCredentials(job.path, type, job.anchors) })
  }
  if (job.signing) {
    const { signCopy } = await import('./sign-copy.ts')
    facts.problem = await signCopy({ ...job, signing: job.signing }, { type, bytes }, tell)
    return tell({ is: 'facts', facts })
  }
  if (job.mark) {
    const { makeMarked } = await import('./marked.ts')
    return makeMarked({ ...job, mark: job.mark }, facts, tell)
  }
  tell({ is: 'facts', facts })
  // What decodes is loaded with the first file that wants it.
  if (type.startsWith('image/') && type !== 'image/svg+xml') {
    if (job.isForLook) {
      const { lookAtStill } = await import('./still.ts')
      return lookAtStill(job, facts, tell)
    }
    const { lookIntoStill } = await import('./still.ts')
    await lookIntoStill(job, facts, tell)
  } else if (isTimed(type) && !job.isForLook) {
    const { lookIntoFilm } = await import('./film.ts')
    await lookIntoFilm(job, facts, tell)
  }
}

/** Films and sounds; notes for instruments are neither. */
function isTimed(type: string): boolean {
  if (['audio/midi', 'audio/x-it', 'audio/x-s3m', 'audio/x-xm'].includes(type)) return false
  return /^(video|audio)\//.test(type) || ['application/ogg', 'application/mxf'].includes(type)
}
