import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Database } from '../db/database.ts'
import { ofThreadError, type ThreadError } from '../db/thread-error.ts'
import { unavailable } from '../error.ts'
import type { Building, Hit, IndexState, Lookedup, SearchIndex } from './index.ts'
import { expressionOf } from './terms.ts'
import { countWaiting, deleteWaiting } from './waiting-queries.ts'

export type Question =
  | { what: 'take up' }
  | { what: 'state' }
  | { what: 'forget' }
  | { what: 'find'; expression: string | undefined; before: number; limit: number }

export type Answer = { result: unknown } | { error: ThreadError }

export interface TakenUp extends Building {
  /** The last that waited of those that were taken up; null where none waited. */
  upTo: number | null
}

/** Megabytes of what lives for a moment. */
const youngGeneration = 8

/** The index beside a database of SQLite: `search.db`, on a thread that begins with the first question. */
export class SqliteIndex implements SearchIndex {
  readonly isExact = true
  readonly #db: Database
  readonly #paths: { databasePath: string; indexPath: string }
  readonly #waiting: { resolve: (result: never) => void; reject: (error: unknown) => void }[] = []
  #thread: Worker | undefined
  #isClosed = false

  constructor(db: Database, dataFolder: string) {
    this.#db = db
    this.#paths = {
      databasePath: join(dataFolder, 'dailies.db'),
      indexPath: join(dataFolder, 'search.db'),
    }
  }

  async takeUp(): Promise<Building> {
    const { upTo, ...building } = await this.#ask<TakenUp>({ what: 'take up' })
    // What is taken up twice, after a crash in between, is as if it were once.
    if (upTo !== null) await this.#db.transaction((transaction) => transaction.run(deleteWaiting, { upTo }))
    return building
  }

  async state(): Promise<IndexState> {
    const [counted, state] = await Promise.all([
      this.#db.first(countWaiting, {}),
      this.#ask<Pick<IndexState, 'isBuilding'>>({ what: 'state' }),
    ])
    return { waiting: counted?.count ?? 0, ...state }
  }

  find({ before, limit, ...lookup }: Lookedup): Promise<Hit[]> {
    return this.#ask({ what: 'find', expression: expressionOf(lookup), before, limit })
  }

  forget(): Promise<void> {
    return this.#ask({ what: 'forget' })
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#thread?.terminate()
  }

  #ask<Result>(question: Question): Promise<Result> {
    if (this.#isClosed) return Promise.reject(cannotBeUsed())
    this.#thread ??= this.#start()
    const thread = this.#thread
    return new Promise<Result>((resolve, reject) => {
      this.#waiting.push({ resolve, reject })
      thread.ref()
      thread.postMessage(question)
    })
  }

  #start(): Worker {
    const thread = new Worker(new URL('./sqlite-thread.ts', import.meta.url), {
      workerData: this.#paths,
      // Not the flags of the process count for a thread, but these. (docs/decisions/0024-memory.md)
      resourceLimits: { maxYoungGenerationSizeMb: youngGeneration },
    })
    thread.on('message', (answer: Answer) => {
      const waiting = this.#waiting.shift()
      if ('error' in answer) waiting?.reject(ofAnswer(answer.error))
      else waiting?.resolve(answer.result as never)
      // While nothing is asked, it keeps nobody from ending.
      if (this.#waiting.length === 0) thread.unref()
    })
    thread.on('error', (error) => this.#fail(thread, error))
    thread.on('exit', (code) => this.#fail(thread, new Error(`The thread of the search ended with ${code}`)))
    return thread
  }

  #fail(thread: Worker, error: unknown): void {
    if (this.#thread !== thread) return
    this.#thread = undefined
    for (const { reject } of this.#waiting.splice(0)) reject(cannotBeUsed(error))
  }
}

/** What SQLite says of its file is no fault of whoever asks. */
function ofAnswer(told: ThreadError): Error {
  const error = ofThreadError(told)
  return told.errcode === undefined ? error : cannotBeUsed(error)
}

function cannotBeUsed(cause?: unknown) {
  return unavailable(cause, 'The search cannot be used at the moment, try again')
}
