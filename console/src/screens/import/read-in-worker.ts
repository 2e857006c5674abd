import type { Screenplay } from './read-fountain.ts'

/** Reads a screenplay beside the page, which goes on meanwhile, until it is stopped. Throws in words for people. */
export function readInWorker(text: string, signal: AbortSignal): Promise<Screenplay> {
  const worker = new Worker(new URL('./fountain-worker.ts', import.meta.url), { type: 'module' })
  return new Promise<Screenplay>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
    worker.onmessage = ({ data }: MessageEvent<Screenplay>) => resolve(data)
    worker.onerror = () => {
      reject(new Error('The reader of screenplays could not be started. Reload the page and try again.'))
    }
    worker.postMessage(text)
  }).finally(() => worker.terminate())
}
