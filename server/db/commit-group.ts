import type { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { unavailable } from '../error.ts'
import type { Change } from '../live/change.ts'
import type { Changes } from './changes.ts'
import type { Transaction } from './database.ts'
import type { ForeignCommits } from './foreign-commits.ts'
import { statementsOn } from './sqlite-connection.ts'
import type { Watch } from './watch.ts'
import type { Beside, WriteAheadLog } from './write-ahead-log.ts'

const groupLimit = 256

/** For how long transactions are worked at before others get their turn, in milliseconds. */
const longestGroup = 10

const busyDeadline = 10_000

/** A statement is executed when it is asked for: there is nothing to wait for. */
const withCommit = (writes: Promise<unknown>) => writes

interface Told {
  changes: Changes
  foreign: ForeignCommits
}

interface Entry {
  work: (transaction: Transaction) => Promise<unknown>
  isLong: boolean
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
}

/**
 * Transactions that arrive together are committed together: each in a savepoint of its own, so that each is rolled
 * back alone, and all with one flush. Nobody is answered before that. (docs/decisions/0003-shared-commits.md)
 */
export class CommitGroup {
  readonly #writer: DatabaseSync
  readonly #transaction: Transaction
  readonly #log: WriteAheadLog
  readonly #beside: Beside & Told
  /** Of the transaction that is worked at. */
  #changed: Change[] = []
  #waiting: Entry[] = []
  #running: Promise<void> | undefined

  constructor(writer: DatabaseSync, log: WriteAheadLog, beside: Beside & Told, watch?: Watch) {
    this.#writer = writer
    this.#log = log
    this.#beside = beside
    const inside = () => {
      // A full disk or a failing one ends a transaction by itself: nothing is written outside of one.
      if (!writer.isTransaction) throw unavailable()
    }
    this.#transaction = {
      ...statementsOn(writer, inside, watch),
      inTransaction: true,
      withCommit,
      changed: (change) => this.#changed.push(change),
    }
  }

  add<T>(work: (transaction: Transaction) => Promise<T>, { isLong }: { isLong: boolean }): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ work, isLong, resolve: resolve as (value: unknown) => void, reject })
      this.#running ??= this.#run()
    })
  }

  async settled(): Promise<void> {
    await this.#running
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) {
      // Everything that this turn of the event loop reads from its sockets joins the group.
      await new Promise((resolve) => setImmediate(resolve))
      if (this.#waiting[0]!.isLong) await this.#commitLong(this.#waiting.shift()!)
      else await this.#commit(this.#waiting.splice(0, this.#groupSize()))
      await this.#log.checkpoint()
    }
    this.#running = undefined
  }

  #groupSize(): number {
    const long = this.#waiting.findIndex(({ isLong }) => isLong)
    return Math.min(groupLimit, long === -1 ? groupLimit : long)
  }

  async #commitLong({ work, resolve, reject }: Entry): Promise<void> {
    const { longWrites, snapshot, foreign } = this.#beside
    try {
      await this.#log.requireWhole()
      const { result, changed } = await longWrites.transaction(work, () => foreign.ownBegins())
      foreign.ownEnded({ isCommitted: true })
      snapshot.end()
      resolve(result)
      this.#beside.changes.tell(changed)
    } catch (error) {
      foreign.ownEnded({ isCommitted: false })
      reject(error)
    }
  }

  async #commit(entries: Entry[]): Promise<void> {
    const done: (() => void)[] = []
    const changed: Change[] = []
    try {
      await this.#log.requireWhole()
      await this.#begin()
      const began = performance.now()
      for (const [index, entry] of entries.entries()) {
        const answer = await this.#runAlone(entry)
        if (answer) {
          done.push(answer)
          changed.push(...this.#changed)
        }
        if (performance.now() - began > longestGroup) this.#waiting.unshift(...entries.splice(index + 1))
      }
      this.#writer.exec('commit')
      this.#beside.snapshot.end()
      await this.#log.flush()
    } catch (error) {
      // Those that were already rejected stay so: a promise settles once.
      for (const entry of entries) entry.reject(unavailable(error))
      this.#rollBack()
      return
    }
    for (const answer of done) answer()
    this.#beside.changes.tell(changed)
  }

  #rollBack(): void {
    try {
      if (this.#writer.isTransaction) this.#writer.exec('rollback')
    } catch {
      // The disk fails: the next transaction will say so to whoever asks for it.
    }
  }

  async #begin(): Promise<void> {
    const deadline = Date.now() + busyDeadline
    for (;;) {
      try {
        return this.#writer.exec('begin immediate')
      } catch (error) {
        if (!isBusy(error) || Date.now() > deadline) throw error
        await sleep(5)
      }
    }
  }

  /** Returns how to answer once the commit has succeeded; nothing when the work was rolled back and answered. */
  async #runAlone(entry: Entry): Promise<(() => void) | undefined> {
    this.#writer.exec('savepoint alone')
    this.#changed = []
    try {
      const result = await entry.work(this.#transaction)
      this.#writer.exec('release alone')
      return () => entry.resolve(result)
    } catch (error) {
      // A full disk or a failing one ends the whole transaction by itself: then nobody's work is kept.
      if (!this.#writer.isTransaction) throw error
      this.#writer.exec('rollback to alone')
      this.#writer.exec('release alone')
      entry.reject(error)
      return undefined
    }
  }
}

function isBusy(error: unknown): boolean {
  // SQLITE_BUSY and its extended codes.
  return ((error as { errcode?: number }).errcode ?? 0) % 256 === 5
}
