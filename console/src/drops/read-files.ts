import type { Reading } from '@dailies/reading/reading.ts'
import type { ReadAnswer } from './read-worker.ts'
import type { Read } from './row.ts'

/** Each holds up to 48 MB of a file. */
const mostAtOnce = Math.max(1, Math.min(3, (navigator.hardwareConcurrency ?? 2) - 1))
/** Milliseconds without a sign of life. */
const patience = 60_000
/** Characters of JSON of all metadata: workflows of a drop are held until it is sent. */
const mostMetadata = 128 * 1024 ** 2

/**
 * Reads what generators wrote into files, and their SHA-256, beside the page: a few at a time, in their order. Once they have told
 * more than can be held, what tools wrote besides prompt, model and the like is left out, and named in `leftOut`.
 */
export async function readFiles(
  files: readonly File[],
  onRead: (index: number, read: Read) => void,
  signal: AbortSignal,
): Promise<void> {
  let next = 0
  let held = 0

  async function readSome(): Promise<void> {
    let worker: Worker | undefined
    try {
      while (next < files.length && !signal.aborted) {
        const index = next
        next += 1
        worker ??= newWorker()
        const read = await readOne(worker, files[index]!, signal).catch((error: Error) => {
          worker?.terminate()
          worker = undefined
          return { problem: error.message }
        })
        if (signal.aborted) return
        const size = 'readings' in read ? sizeOf(read.readings) : 0
        held += size
        if ('readings' in read && held > mostMetadata) {
          held -= size
          onRead(index, { ...read, readings: read.readings.map(withoutMetadata) })
        } else onRead(index, read)
      }
    } finally {
      worker?.terminate()
    }
  }

  await Promise.all(Array.from({ length: Math.min(mostAtOnce, files.length) }, readSome))
}

function newWorker(): Worker {
  return new Worker(new URL('./read-worker.ts', import.meta.url), { type: 'module' })
}

function readOne(worker: Worker, file: File, signal: AbortSignal): Promise<Read> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason)
    const late = () => reject(new Error('It takes too long to read'))
    let timer = setTimeout(late, patience)
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', stop)
    }
    signal.addEventListener('abort', stop)
    worker.onmessage = ({ data }: MessageEvent<ReadAnswer>) => {
      clearTimeout(timer)
      if ('alive' in data) {
        timer = setTimeout(late, patience)
        return
      }
      end()
      resolve('problem' in data ? { problem: 'It cannot be read any more: it was moved or changed' } : data)
    }
    worker.onerror = () => {
      end()
      reject(new Error('What reads files could not be started'))
    }
    worker.postMessage(file)
  }).finally(() => {
    worker.onmessage = null
  }) as Promise<Read>
}

function sizeOf(readings: readonly Reading[]): number {
  return readings.reduce((size, { metadata }) => size + (metadata ? JSON.stringify(metadata).length : 0), 0)
}

function withoutMetadata({ metadata, ...reading }: Reading): Reading {
  return metadata ? { ...reading, metadata: { leftOut: Object.keys(metadata) } } : reading
}
