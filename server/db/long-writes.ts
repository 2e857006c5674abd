import { Worker } from 'node:worker_threads'
import { unavailable } from '../error.ts'
import type { Change } from '../live/change.ts'
import type { Statement, Transaction, Value } from './database.ts'
import { writerBusyTimeout } from './sqlite-connection.ts'
import { ofThreadError, type ThreadError } from './thread-error.ts'

export interface LongWrite {
  how: 'all' | 'first' | 'run' | 'exec'
  sql: string
  values: Value[]
}

/** What came of it, or why not. */
export type Written = { result: unknown } | { error: ThreadError }

interface Waiting {
  resolve: (result: unknown) => void
  reject: (error: unknown) => void
}

/**
 * Writes of SQLite that the event loop would stand still for, on a thread beside it: transactions of thousands of rows,
 * whose commit alone takes hundreds of milliseconds, and copying the log into the database. One after the other. The thread
 * begins with the first, and a new one with the next after it died.
 */
export class LongWrites {
  readonly #path: string
  #thread: Worker | undefined
  readonly #waiting: Waiting[] = []
  #isClosed = false

  constructor(path: string) {
    this.#path = path
  }

  /** As that of `Database`, with what it changed. `alone` is called while nobody else can write. */
  async transaction<T>(
    work: (transaction: Transaction) => Promise<T>,
    alone: () => void = () => {},
  ): Promise<{ result: T; changed: Change[] }> {
    const changed: Change[] = []
    const thread = this.#thread ?? this.#start()
    const exec = (sql: string) => this.#ask(thread, toExecute(sql))
    await exec('begin immediate').catch(failed)
    alone()
    let result: T
    try {
      result = await work(this.#transactionOn(thread, changed))
    } catch (error) {
      // A full disk or a failing one ends the transaction by itself. One that is not ended so ends with its thread.
      await exec('rollback').catch(async () => {
        await thread.terminate()
        failed(error)
      })
      throw error
    }
    try {
      await exec('commit')
    } catch (error) {
      await exec('rollback').catch(() => thread.terminate())
      failed(error)
    }
    return { result, changed }
  }

  /** Copies what was committed from the log into the database, as far as nobody reads what was before it. */
  async checkpoint(): Promise<void> {
    await this.#ask(this.#thread ?? this.#start(), toExecute('pragma wal_checkpoint(passive)'))
  }

  /** Copies all of it, and empties the log, unless somebody goes on reading what was before. */
  async emptyLog(): Promise<void> {
    const sql = `pragma busy_timeout = 500; pragma wal_checkpoint(truncate); pragma busy_timeout = ${writerBusyTimeout}`
    await this.#ask(this.#thread ?? this.#start(), toExecute(sql))
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#thread?.terminate()
  }

  /** It ends with its thread: the next one knows nothing of it. */
  #transactionOn(thread: Worker, changed: Change[]): Transaction {
    const ask = (how: LongWrite['how'], statement: Statement<never, unknown>, parameters: object) => {
      const { sql, values } = statement.compiled('sqlite')
      return this.#ask(thread, { how, sql, values: values(parameters as Record<string, Value>) })
    }
    return {
      engine: 'sqlite',
      inTransaction: true,
      withCommit: (writes) => writes,
      all: <P, R>(statement: Statement<P, R>, parameters: P & object) =>
        ask('all', statement, parameters) as Promise<R[]>,
      first: <P, R>(statement: Statement<P, R>, parameters: P & object) =>
        ask('first', statement, parameters) as Promise<R | undefined>,
      run: (statement, parameters) => ask('run', statement, parameters) as Promise<number>,
      changed: (change) => changed.push(change),
    }
  }

  #ask(thread: Worker, write: LongWrite): Promise<unknown> {
    if (this.#thread !== thread) return Promise.reject(unavailable())
    return new Promise((resolve, reject) => {
      thread.postMessage(write)
      this.#waiting.push({ resolve, reject })
      thread.ref()
    })
  }

  #start(): Worker {
    if (this.#isClosed) throw unavailable()
    const thread = new Worker(new URL('./long-writer.ts', import.meta.url), { workerData: this.#path })
    thread.on('message', (written: Written) => this.#take(thread, written))
    thread.on('error', (error) => this.#fail(thread, error))
    thread.on('exit', (code) => this.#fail(thread, new Error(`The writing thread ended with ${code}`)))
    this.#thread = thread
    return thread
  }

  #take(thread: Worker, written: Written): void {
    if (this.#thread !== thread) return
    const waiting = this.#waiting.shift()
    if ('error' in written) waiting?.reject(ofThreadError(written.error))
    else waiting?.resolve(written.result)
    // While nothing is asked, the thread keeps nobody from ending.
    if (this.#waiting.length === 0) thread.unref()
  }

  #fail(thread: Worker, error: unknown): void {
    if (this.#thread !== thread) return
    this.#thread = undefined
    for (const { reject } of this.#waiting.splice(0)) reject(unavailable(error))
  }
}

function toExecute(sql: string): LongWrite {
  return { how: 'exec', sql, values: [] }
}

function failed(error: unknown): never {
  throw unavailable(error)
}
