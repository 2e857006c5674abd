import type { Screenplay } from './read-fountain.ts'

const longestWait = 30_000

/** Reads a screenplay beside the page, which goes on meanwhile. Throws in words for people. */
export function readInWorker(text: string, signal: AbortSignal): Promise<Screenplay> {
  const worker = new Worker(new URL('./fountain-worker.ts', import.meta.url), { type: 'module' })
  return new Promise<Screenplay>((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error('This takes too long: it may not be a screenplay in the Fountain format.')),
      longestWait,
    )
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
    worker.onmessage = ({ data }: MessageEvent<Screenplay>) => {
      clearTimeout(timer)
      resolve(data)
    }
    worker.onerror = () => {
      clearTimeout(timer)
      reject(new Error('The reader of screenplays could not be started. Reload the page and try again.'))
    }
    worker.postMessage(text)
  }).finally(() => worker.terminate())
}
