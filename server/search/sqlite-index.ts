import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { Worker } from 'node:worker_threads'
import { AskedThread } from '../db/asked-thread.ts'
import type { Database } from '../db/database.ts'
import { sent } from '../db/sent-statement.ts'
import type { ThreadError } from '../db/thread-error.ts'
import { unavailable } from '../error.ts'
import { listDocuments } from './document-queries.ts'
import type { Building, Hit, IndexState, Lookedup, SearchIndex } from './index.ts'
import { expressionOf } from './terms.ts'
import {
  countVersions,
  countWaiting,
  deleteWaiting,
  findOrigin,
  listWaiting,
  walkVersions,
} from './waiting-queries.ts'

export type Question =
  | { what: 'take up' }
  | { what: 'state' }
  | { what: 'forget' }
  | { what: 'find'; expression: string | undefined; before: number; limit: number }

/** What the thread is begun with. */
export interface Begun {
  databasePath: string
  indexPath: string
  statements: ReturnType<typeof sentStatements>
}

export interface TakenUp extends Building {
  /** The last that waited of those that were taken up; null where none waited. */
  upTo: number | null
}

/** What the thread asks of the database. */
const sentStatements = () => ({
  listWaiting: sent(listWaiting, 'sqlite'),
  findOrigin: sent(findOrigin, 'sqlite'),
  countVersions: sent(countVersions, 'sqlite'),
  walkVersions: sent(walkVersions, 'sqlite'),
  listDocuments: sent(listDocuments, 'sqlite'),
})

/** The disk is of others as well. */
const leastRest = 0.1

/** Megabytes of what lives for a moment. */
const youngGeneration = 8

/** The index beside a database of SQLite: `search.db`, on a thread that begins with the first question. */
export class SqliteIndex implements SearchIndex {
  readonly isExact = true
  readonly #db: Database
  readonly #thread: AskedThread<Question>
  #busyness = performance.eventLoopUtilization()

  constructor(db: Database, dataFolder: string) {
    this.#db = db
    const begun: Begun = {
      databasePath: join(dataFolder, 'dailies.db'),
      indexPath: join(dataFolder, 'search.db'),
      statements: sentStatements(),
    }
    const start = () =>
      new Worker(new URL('./sqlite-thread.ts', import.meta.url), {
        workerData: begun,
        // Not the flags of the process count for a thread, but these. (docs/decisions/0024-memory.md)
        resourceLimits: { maxYoungGenerationSizeMb: youngGeneration },
      })
    this.#thread = new AskedThread({ start, refusal: cannotBeUsed })
  }

  /** It works beside the event loop: the busier that was since this was asked last, the longer it rests. */
  takeRest(): number {
    const before = this.#busyness
    this.#busyness = performance.eventLoopUtilization()
    return Math.max(leastRest, performance.eventLoopUtilization(this.#busyness, before).utilization)
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
    await this.#thread.close()
  }

  /** What SQLite says of its file is no fault of whoever asks. */
  async #ask<Result>(question: Question): Promise<Result> {
    return await this.#thread.ask<Result>(question).catch((error: ThreadError) => {
      throw error.errcode === undefined ? error : cannotBeUsed(error)
    })
  }
}

function cannotBeUsed(cause?: unknown) {
  return unavailable(cause, 'The search cannot be used at the moment, try again')
}
