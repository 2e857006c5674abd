import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { pauses } from '../pauses.ts'
import type { Timeline, TimelineClip, TimelineMarker, TimelineSound } from './editorial/timeline.ts'
import type { WrittenFormat } from './writers.ts'

/** Milliseconds; 5,000 places take two seconds in all formats. */
const longest = 120_000
const mostMemoryInMb = 1024

/** Clips, sounds or notes that are handed over in one go. A clip may have many alternates, and a note a thousand letters. */
const atOnce = 50

/** What a thread is told of a cut, one after the other; `markers` of a clip is which list of them it has. */
export type Piece =
  | { is: 'markers'; list: number; markers: readonly TimelineMarker[] }
  | { is: 'clips'; clips: readonly (Omit<TimelineClip, 'markers'> & { markers: number })[] }
  | { is: 'sounds'; sounds: readonly TimelineSound[] }
  | { is: 'whole' }

/** What it begins with. */
export interface Begun {
  formats: readonly WrittenFormat[]
  timeline: Omit<Timeline, 'clips' | 'sounds'>
}

/**
 * A cut in some formats, written on a thread: that of a long film would keep everybody else whom this process serves waiting for half a
 * second, and so would handing all of it over in one go. Throws where it cannot be written in time and memory.
 */
export async function writtenAside(
  { clips, sounds, ...timeline }: Timeline,
  formats: readonly WrittenFormat[],
): Promise<Map<WrittenFormat, string>> {
  const written = new Map<WrittenFormat, string>()
  const begun: Begun = { formats, timeline }
  const thread = new Worker(new URL('./writing-thread.ts', import.meta.url), {
    workerData: begun,
    resourceLimits: { maxOldGenerationSizeMb: mostMemoryInMb },
  })
  thread.on('message', ({ format, text }: { format: WrittenFormat; text: string }) =>
    written.set(format, text),
  )
  const ended = once(thread, 'exit', { signal: AbortSignal.timeout(longest) })
  try {
    await Promise.all([handOver({ clips, sounds }, (piece) => thread.postMessage(piece)), ended])
  } catch (cause) {
    throw new Error('The cut could not be written', { cause })
  } finally {
    await thread.terminate()
  }
  if (written.size < formats.length) throw new Error('The cut could not be written')
  return written
}

/** Piece by piece: what is posted is copied at once. */
async function handOver(
  { clips, sounds }: Pick<Timeline, 'clips' | 'sounds'>,
  post: (piece: Piece) => void,
): Promise<void> {
  const pause = pauses()
  // Clips of one take share a list.
  const lists = new Map<readonly TimelineMarker[], number>()
  for (const { markers } of clips) if (!lists.has(markers)) lists.set(markers, lists.size)
  for (const [all, list] of lists) {
    for (const markers of some(all)) {
      post({ is: 'markers', list, markers })
      await pause()
    }
  }
  for (const part of some(clips)) {
    post({ is: 'clips', clips: part.map((clip) => ({ ...clip, markers: lists.get(clip.markers)! })) })
    await pause()
  }
  for (const part of some(sounds)) {
    post({ is: 'sounds', sounds: part })
    await pause()
  }
  post({ is: 'whole' })
}

function* some<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < all.length; at += atOnce) yield all.slice(at, at + atOnce)
}
