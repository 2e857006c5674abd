import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Timeline } from './editorial/timeline.ts'
import type { WrittenFormat } from './writers.ts'

/** Milliseconds; 5,000 places take two seconds in all formats. */
const longest = 120_000
const mostMemoryInMb = 1024

/**
 * A cut in some formats, written on a thread: that of a long film would keep everybody else whom this process serves waiting for half a
 * second. Throws where it cannot be written in time and memory.
 */
export async function writtenAside(
  timeline: Timeline,
  formats: readonly WrittenFormat[],
): Promise<Map<WrittenFormat, string>> {
  const written = new Map<WrittenFormat, string>()
  const thread = new Worker(new URL('./writing-thread.ts', import.meta.url), {
    workerData: { timeline, formats },
    resourceLimits: { maxOldGenerationSizeMb: mostMemoryInMb },
  })
  thread.on('message', ({ format, text }: { format: WrittenFormat; text: string }) =>
    written.set(format, text),
  )
  try {
    await once(thread, 'exit', { signal: AbortSignal.timeout(longest) })
  } catch (cause) {
    throw new Error('The cut could not be written', { cause })
  } finally {
    await thread.terminate()
  }
  if (written.size < formats.length) throw new Error('The cut could not be written')
  return written
}
