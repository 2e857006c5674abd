import { Worker } from 'node:worker_threads'
import type { Reading } from '@dailies/reading/reading.ts'
import { Turns } from '../turns.ts'
import { CannotDo } from './cannot-do.ts'

/** Milliseconds; a file that is made to be read for long takes half a second. */
const longest = 20_000
const mostMemoryInMb = 512

const turns = new Turns({
  atOnce: 1,
  waiting: 20,
  refusal: () => new CannotDo('Too many files at once. Try again in a moment.'),
})

/**
 * As `readMedia`, on a thread, one file after the other: a file of some megabytes that was made for it would keep everybody else whom
 * this process serves waiting for half a second. What cannot be read in time and memory tells nothing.
 */
export function readAside(bytes: Uint8Array): Promise<Reading[]> {
  return turns.take(async () => {
    const thread = new Worker(new URL('./reading-thread.ts', import.meta.url), {
      workerData: bytes,
      resourceLimits: { maxOldGenerationSizeMb: mostMemoryInMb },
    })
    const read = Promise.withResolvers<Reading[]>()
    const nothing = () => read.resolve([])
    thread.once('message', read.resolve).once('error', nothing).once('exit', nothing)
    const late = setTimeout(nothing, longest)
    try {
      return await read.promise
    } finally {
      clearTimeout(late)
      await thread.terminate()
    }
  })
}
