import { randomUUID } from 'node:crypto'
import type { NoticeDetails } from '@dailies/contract/inbox.ts'
import type { Database, Transaction } from '../db/database.ts'
import { databaseTime } from '../db/time.ts'
import type { Postponed } from '../db/work-lease.ts'
import { notify } from '../inbox/notify.ts'
import { held, leaseMilliseconds } from '../media/held.ts'
import { Nap } from '../nap.ts'
import { type Tracing, traced } from '../tracing.ts'
import { problemInWords } from './gone.ts'
import { type MadeBackup, makeAside } from './make-aside.ts'
import * as stored from './queries.ts'
import { type Schedule, targetOf } from './schedule.ts'

const minute = 60_000
const day = 24 * 60 * minute

/** Of the reason that a notice has; where administrators look, all of it is. */
const longestReason = 200

/** One that failed is tried again after so long, then twice as long each time. */
const firstRetry = 15 * minute

interface Options {
  onError: (error: unknown) => void
  onMade: (made: MadeBackup) => void
  tracing?: Tracing | undefined
  /** Milliseconds between two looks whether one is due. */
  lookEvery?: number
  /** Milliseconds without a sign of life after which one that is being made is ended; an hour. */
  patience?: number
}

/**
 * Makes backups by a schedule, and says to administrators when one fails. Any number may run on a database: whoever sees first that one is
 * due makes it. How far they are is in the database, so that a restart loses nothing.
 */
export class BackupWorker {
  readonly #db: Database
  readonly #schedule: Schedule
  readonly #onError: (error: unknown) => void
  readonly #onMade: (made: MadeBackup) => void
  readonly #tracing: Tracing | undefined
  readonly #lookEvery: number
  readonly #patience: number | undefined
  readonly #nap = new Nap()
  readonly #stopping = new AbortController()
  #running: Promise<void> | undefined

  constructor(
    db: Database,
    schedule: Schedule,
    { onError, onMade, tracing, lookEvery = 30_000, patience }: Options,
  ) {
    this.#tracing = tracing
    this.#db = db
    this.#schedule = schedule
    this.#onError = onError
    this.#onMade = onMade
    this.#lookEvery = lookEvery
    this.#patience = patience
  }

  start(): void {
    this.#running = this.#run()
  }

  /** Ends the one that is being made: another node makes it, or the next start. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    this.#nap.end()
    await this.#running
  }

  async #run(): Promise<void> {
    let hasBegun = false
    while (!this.#stopping.signal.aborted) {
      try {
        if (!hasBegun) await this.#begin()
        hasBegun = true
        await this.#makeIfDue()
      } catch (error) {
        if (!this.#stopping.signal.aborted) this.#onError(error)
      }
      await this.#nap.take(this.#lookEvery)
    }
  }

  /** A schedule that is new, goes elsewhere or has become more frequent. */
  async #begin(): Promise<void> {
    await this.#db.transaction(async (transaction) => {
      const now = await databaseTime(transaction)
      await transaction.run(stored.beginBackups, { target: targetOf(this.#schedule), now })
      const { startedAt } = (await transaction.first(stored.findBackups, {}))!
      const dueAt = startedAt === null ? now : Math.max(now, Date.parse(startedAt) + this.#schedule.every)
      await transaction.run(stored.hastenBackups, { dueAt })
    })
  }

  async #makeIfDue(): Promise<void> {
    const row = await this.#db.first(stored.findBackups, {})
    const target = targetOf(this.#schedule)
    // Another node was started anew, with another place.
    if (row?.target !== target || row.dueAt > (await databaseTime(this.#db))) return
    const leaseId = randomUUID()
    const leased = await this.#db.transaction(async (transaction) => {
      const now = await databaseTime(transaction)
      const startedAt = new Date(now).toISOString()
      const taken = { now, limit: 1, leaseId, until: now + leaseMilliseconds, startedAt, target }
      return { now, row: await transaction.first(stored.leaseBackup, taken) }
    })
    const { row: before, now } = leased
    if (!before) return
    const told = (hasFailed: boolean) => ({ hasFailed })
    await traced(this.#tracing, { name: 'backup', ids: [leaseId], attributes: {}, told }, () =>
      this.#make(leaseId, before, now),
    )
  }

  /** Whether it failed. */
  async #make(leaseId: string, before: stored.LeasedBackup, startedAt: number): Promise<boolean> {
    const lost = new AbortController()
    const renew = async () => {
      const dueAt = (await databaseTime(this.#db)) + leaseMilliseconds
      const renewed = await this.#postpone({ leaseId, dueAt, keepsLease: 1 })
      if (renewed === 0) lost.abort()
    }
    const signal = AbortSignal.any([this.#stopping.signal, lost.signal])
    const { cause, ...outcome } = await held(
      renew,
      () =>
        makeAside(
          { ...this.#schedule, former: before.name, ...(this.#patience && { patience: this.#patience }) },
          signal,
        ).catch(({ message, cause }: Error) => ({
          ...{ is: 'failed' as const, problem: message.slice(0, 500) },
          cause,
        })),
      (error) => this.#onError(error),
    )
    if (this.#stopping.signal.aborted && outcome.is === 'failed') {
      // No fault of it: whoever comes next makes it.
      await this.#postpone({ leaseId, dueAt: await databaseTime(this.#db), keepsLease: 0 })
      return true
    }
    await this.#db.transaction((transaction) =>
      outcome.is === 'made'
        ? this.#noteMade(transaction, { leaseId, startedAt, before, made: outcome })
        : this.#noteFailed(transaction, { leaseId, before, problem: outcome.problem }),
    )
    if (lost.signal.aborted) return true
    if (outcome.is === 'made') this.#onMade(outcome)
    const { problem } = outcome
    if (problem !== null) this.#onError(new Error(problemInWords(problem), { cause }))
    return outcome.is === 'failed'
  }

  #postpone(postponed: Postponed): Promise<number> {
    return this.#db.transaction((transaction) => transaction.run(stored.postponeBackup, postponed))
  }

  async #noteMade(transaction: Transaction, { leaseId, startedAt, before, made }: Made): Promise<void> {
    const { is: _, ...known } = made
    const dueAt = Math.max(startedAt + this.#schedule.every, await databaseTime(transaction))
    if ((await transaction.run(stored.noteMade, { leaseId, dueAt, ...known })) === 0) return
    if (made.missing > (before.missing ?? 0)) await tell(transaction, { missing: made.missing })
  }

  async #noteFailed(transaction: Transaction, { leaseId, before, problem }: Failed): Promise<void> {
    const now = await databaseTime(transaction)
    const retry = Math.min(firstRetry * 2 ** before.failures, this.#schedule.every)
    const isNews = before.toldAt === null || now - before.toldAt >= day
    const noted = await transaction.run(stored.noteFailed, {
      ...{ leaseId, problem, dueAt: now + retry },
      failedAt: new Date(now).toISOString(),
      toldAt: isNews ? now : before.toldAt,
    })
    if (noted === 0 || !isNews) return
    const last = (await transaction.first(stored.findBackups, {}))?.madeAt
    await tell(transaction, { problem: inShort(problemInWords(problem)), ...(last && { backedUpAt: last }) })
  }
}

interface Made {
  leaseId: string
  startedAt: number
  before: stored.LeasedBackup
  made: MadeBackup
}

interface Failed {
  leaseId: string
  before: stored.LeasedBackup
  problem: string
}

/** Mail goes through others' hands: without what an address may have in it to sign in with. */
export function inShort(problem: string): string {
  const told = problem.replace(/\/\/[^\s/@]*@/g, '//')
  return told.length <= longestReason ? told : `${told.slice(0, longestReason - 1).toWellFormed()}…`
}

async function tell(transaction: Transaction, details: NoticeDetails): Promise<void> {
  const to = (await transaction.all(stored.listAdministrators, {})).map(({ id }) => id)
  await notify(transaction, { kind: 'backup.failed', to, by: null, details })
}
