import { Worker } from 'node:worker_threads'
import { unavailable } from '../error.ts'
import type { Change } from '../live/change.ts'
import { AskedThread } from './asked-thread.ts'
import type { Statement, Transaction, Value } from './database.ts'
import { writerBusyTimeout } from './sqlite-connection.ts'
import { type Watch, watchedLater } from './watch.ts'

export interface LongWrite {
  how: 'all' | 'first' | 'run' | 'exec'
  sql: string
  values: Value[]
}

/**
 * Writes of SQLite that the event loop would stand still for, on a thread beside it: transactions of thousands of rows,
 * whose commit alone takes hundreds of milliseconds, and copying the log into the database. One after the other.
 */
export class LongWrites {
  readonly #thread: AskedThread<LongWrite>
  readonly #watch: Watch | undefined

  constructor(path: string, watch?: Watch) {
    this.#watch = watch
    const writer = new URL('./long-writer.ts', import.meta.url)
    this.#thread = new AskedThread({
      start: () => new Worker(writer, { workerData: path }),
      refusal: unavailable,
    })
  }

  /** As that of `Database`, with what it changed. `alone` is called while nobody else can write. */
  async transaction<T>(
    work: (transaction: Transaction) => Promise<T>,
    alone: () => void = () => {},
  ): Promise<{ result: T; changed: Change[] }> {
    const changed: Change[] = []
    const thread = this.#thread.current()
    const exec = (sql: string) => this.#thread.ask(toExecute(sql), thread)
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
    await this.#thread.ask(toExecute('pragma wal_checkpoint(passive)'))
  }

  /** Copies all of it, and empties the log, unless somebody goes on reading what was before. */
  async emptyLog(): Promise<void> {
    const sql = `pragma busy_timeout = 500; pragma wal_checkpoint(truncate); pragma busy_timeout = ${writerBusyTimeout}`
    await this.#thread.ask(toExecute(sql))
  }

  async close(): Promise<void> {
    await this.#thread.close()
  }

  /** It ends with its thread: the next one knows nothing of it. */
  #transactionOn(thread: Worker, changed: Change[]): Transaction {
    const ask = <T>(how: LongWrite['how'], statement: Statement<never, unknown>, parameters: object) => {
      const { sql, values } = statement.compiled('sqlite')
      const write = { how, sql, values: values(parameters as Record<string, Value>) }
      return watchedLater(this.#watch, statement, parameters, () => this.#thread.ask<T>(write, thread))
    }
    return {
      engine: 'sqlite',
      inTransaction: true,
      withCommit: (writes) => writes,
      all: <P, R>(statement: Statement<P, R>, parameters: P & object) =>
        ask<R[]>('all', statement, parameters),
      first: <P, R>(statement: Statement<P, R>, parameters: P & object) =>
        ask<R | undefined>('first', statement, parameters),
      run: (statement, parameters) => ask<number>('run', statement, parameters),
      changed: (change) => changed.push(change),
    }
  }
}

function toExecute(sql: string): LongWrite {
  return { how: 'exec', sql, values: [] }
}

function failed(error: unknown): never {
  throw unavailable(error)
}
