import type { MediaFacts } from '@dailies/contract/media.ts'
import { believableDuration, type FilmFacts } from './film-facts.ts'
import { makeFilmstrip } from './filmstrip.ts'
import { isMachineFault } from './machine-fault.ts'
import type { FilmJob, Job, Tell } from './messages.ts'
import { playsInBrowsers } from './playable.ts'
import { makePoster } from './poster.ts'
import { probe } from './probe.ts'
import { makeProxy } from './proxy.ts'
import { readTracks } from './tracks.ts'
import { makeWaveform } from './waveform.ts'

/** What a film or a sound is, and where there is ffmpeg what there is to see and hear of it. */
export async function lookIntoFilm(job: Job, facts: MediaFacts, tell: Tell): Promise<void> {
  const found = await findOut(job, facts)
  if (!found) {
    facts.problem = 'It is damaged, or of a kind that cannot be looked into here'
    tell({ is: 'facts', facts })
    return
  }
  const { unusual: _, ...known } = found
  Object.assign(facts, known, { type: typeBy(facts.type, found) })
  tell({ is: 'facts', facts })
  if (!job.ffmpeg) return
  const filmJob: FilmJob = { ...job, ffmpeg: job.ffmpeg }
  tell({ is: 'stage', stage: 'film' })
  await makeViews(filmJob, facts, tell)
  tell({ is: 'facts', facts })
  if (!job.proxy || !facts.videoCodec || playsInBrowsers(facts.type, found)) return
  tell({ is: 'stage', stage: 'proxy' })
  const isMade = await trying(() => makeProxy(filmJob, facts, tell))
  if (!isMade) facts.problem ??= 'Browsers do not play it, and no copy that they play could be made'
  tell({ is: 'facts', facts })
}

/** ffprobe knows what the container does not, and kinds of files that are not read here. */
async function findOut(job: Job, { type }: MediaFacts): Promise<FilmFacts | undefined> {
  const read = await readTracks(job.path).catch((error) => {
    if (isMachineFault(error)) throw error
    return undefined
  })
  const isEnough = read && !read.unusual && !(type.startsWith('video/') && read.videoCodec && !read.width)
  if (isEnough || !job.ffmpeg) return read
  return (await probe({ ...job, ffmpeg: job.ffmpeg }).catch(() => undefined)) ?? read
}

/** A container of films that has a sound alone is one. */
function typeBy(type: string, { videoCodec, audioCodec, width }: FilmFacts): string {
  const isSound = !videoCodec && !width && audioCodec !== null
  if (type === 'application/ogg') return isSound ? 'audio/ogg' : 'video/ogg'
  const named = ['video/mp4', 'video/webm', 'video/x-matroska', 'video/ogg'].includes(type)
  return isSound && named ? type.replace('video/', 'audio/') : type
}

/** Each by itself: one that cannot be made keeps none of the others from it. */
async function makeViews(job: FilmJob, facts: MediaFacts, tell: Tell): Promise<void> {
  const until = performance.now() + job.limits.filmMilliseconds
  const duration = believableDuration(facts.durationSeconds)
  if (facts.width && facts.height) {
    const size = { width: facts.width, height: facts.height }
    const hasPoster = await trying(async () => {
      Object.assign(facts, await makePoster(job, { ...size, duration, until }, tell))
    })
    if (!hasPoster) facts.problem = 'No picture could be made of it'
    tell({ is: 'facts', facts })
    const rate = facts.frameRate
    if (hasPoster && duration)
      await trying(() => makeFilmstrip(job, { ...size, duration, rate, until }, tell))
  }
  if (facts.audioCodec) await trying(() => makeWaveform(job, until, tell))
}

/** Whether it was made. Throws where this machine is at fault. */
async function trying(make: () => Promise<void>): Promise<boolean> {
  try {
    await make()
    return true
  } catch (error) {
    if (isMachineFault(error)) throw error
    return false
  }
}
