import { Worker } from 'node:worker_threads'
import { unavailable } from '../error.ts'
import type { Value } from './database.ts'
import { ofThreadError, type ThreadError } from './thread-error.ts'

export interface LongRead {
  id: number
  sql: string
  values: Value[]
}

/** What has been read on, or why not. */
export type ReadOn = { id: number; rows: unknown[]; isLast: boolean } | { id: number; error: ThreadError }

/** Asks for the next part. One comes a turn of the event loop: otherwise it would be taken by all that were sent meanwhile. */
export const more = 'more'

interface Waiting {
  rows: unknown[]
  resolve: (rows: unknown[]) => void
  reject: (error: Error) => void
}

/**
 * Reads of SQLite that look at thousands of rows, on a thread beside the event loop, one after the other. Each sees what
 * was committed before it was asked for. The thread begins with the first, and a new one with the next after it died.
 */
export class LongReads {
  readonly #path: string
  readonly #waiting = new Map<number, Waiting>()
  #reader: Worker | undefined
  #asked = 0

  constructor(path: string) {
    this.#path = path
  }

  all(sql: string, values: Value[]): Promise<unknown[]> {
    this.#reader ??= this.#start()
    this.#asked += 1
    const read: LongRead = { id: this.#asked, sql, values }
    return new Promise((resolve, reject) => {
      this.#waiting.set(read.id, { rows: [], resolve, reject })
      this.#reader?.ref()
      this.#reader?.postMessage(read)
    })
  }

  async close(): Promise<void> {
    await this.#reader?.terminate()
  }

  #start(): Worker {
    const reader = new Worker(new URL('./long-reader.ts', import.meta.url), { workerData: this.#path })
    reader.on('message', (part: ReadOn) => this.#take(part))
    reader.on('error', (error) => this.#fail(reader, error))
    reader.on('exit', (code) => this.#fail(reader, new Error(`The reading thread ended with ${code}`)))
    return reader
  }

  #take(part: ReadOn): void {
    setImmediate(() => this.#reader?.postMessage(more))
    const waiting = this.#waiting.get(part.id)
    if (!waiting) return
    if ('error' in part) {
      this.#settle(part.id)
      waiting.reject(ofThreadError(part.error))
      return
    }
    for (const row of part.rows) waiting.rows.push(row)
    if (!part.isLast) return
    this.#settle(part.id)
    waiting.resolve(waiting.rows)
  }

  /** While nothing is asked, the thread keeps nobody from ending. */
  #settle(id: number): void {
    this.#waiting.delete(id)
    if (this.#waiting.size === 0) this.#reader?.unref()
  }

  #fail(reader: Worker, error: unknown): void {
    if (this.#reader !== reader) return
    this.#reader = undefined
    const waiting = [...this.#waiting.values()]
    this.#waiting.clear()
    for (const { reject } of waiting) reject(unavailable(error))
  }
}
