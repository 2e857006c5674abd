import { existsSync, mkdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { unavailable } from '../error.ts'
import type { Database, Transaction } from './database.ts'
import { LongReads } from './long-reads.ts'
import { LongWrites } from './long-writes.ts'
import { type MigrationTarget, migrate, selectVersion } from './migrate.ts'
import { knowAllLetters, openWriter } from './sqlite-connection.ts'
import type { Statement, Value } from './statement.ts'

const groupLimit = 256

/** For how long transactions are worked at before others get their turn, in milliseconds. */
const longestGroup = 10

/** Pages of the log that are worth copying into the database: SQLite's own default. */
const worthCheckpoint = 1000

const busyDeadline = 10_000

/**
 * Opens (and makes, and migrates) the database in the data folder. One connection writes, one reads: a reader never
 * sees what is not committed, and never waits for a writer (WAL).
 */
export async function openSqlite(dataFolder: string): Promise<Database> {
  makeFolder(resolve(dataFolder))
  const path = join(dataFolder, 'dailies.db')
  const writer = openWriter(path)
  await migrate(migrationTarget(writer))
  // From here on a lock held by another process is waited for without blocking the event loop.
  writer.exec('pragma busy_timeout = 0')
  // From here on `LongWrites` does it.
  writer.exec('pragma wal_autocheckpoint = 0')
  const reader = new DatabaseSync(path, { timeout: 1000, readOnly: true })
  knowAllLetters(reader)
  // 16 MB of pages in memory, where SQLite's default of 2 MB holds a twentieth of a small studio's takes.
  reader.exec('pragma cache_size = -16000')

  const snapshot = new Snapshot(reader)
  const longWrites = new LongWrites(path)
  const group = new CommitGroup(writer, { snapshot, longWrites })
  const longReads = new LongReads(path)
  const short = connection(reader, () => snapshot.begin())
  return {
    ...short,
    all: <P extends object, R>(statement: Statement<P, R>, parameters: P): Promise<R[]> => {
      if (!statement.isLong) return short.all(statement, parameters)
      const { sql, values } = statement.compiled('sqlite')
      return longReads.all(sql, values(parameters as Record<string, Value>)) as Promise<R[]>
    },
    transaction: (work) => group.add(work, { isLong: false }),
    longTransaction: (work) => group.add(work, { isLong: true }),
    ping: async () => {
      try {
        if (!existsSync(path)) throw new Error(`${path} is gone`)
        reader.prepare('select version from migrations limit 1').get()
      } catch (error) {
        throw unavailable(error)
      }
    },
    close: async () => {
      await group.settled()
      await Promise.all([longReads.close(), longWrites.close()])
      snapshot.end()
      reader.close()
      writer.close()
    },
  }
}

/** Node's own recursive way never ends where a folder is there but takes none (`/proc`). */
function makeFolder(path: string): void {
  if (existsSync(path)) return
  makeFolder(dirname(path))
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    // Another process may have been quicker.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** Milliseconds for which a program waits while another one brings the database up to date: tables may be rebuilt. */
const migrationDeadline = 600_000

/** By way of a connection that is used for nothing else meanwhile. */
export function migrationTarget(writer: DatabaseSync): MigrationTarget {
  return {
    engine: 'sqlite',
    version: async () => {
      const table = writer.prepare("select 1 from sqlite_schema where name = 'migrations'").get()
      return table ? (writer.prepare(selectVersion).get()!.version as number) : 0
    },
    begin: async () => {
      writer.exec(`pragma busy_timeout = ${migrationDeadline}`)
      // While tables are rebuilt others refer to none; inside of a transaction the pragma does nothing.
      writer.exec('pragma foreign_keys = off')
      writer.exec('begin immediate')
    },
    execute: async (sql, values = []) => writer.prepare(sql).all(...values),
    check: async () => {
      const [wrong] = writer.prepare('pragma foreign_key_check').all()
      if (wrong) throw new Error(`A row of ${wrong.table} refers to one of ${wrong.parent} that is not there`)
    },
    commit: async () => {
      writer.exec('commit')
      writer.exec('pragma foreign_keys = on')
    },
    rollback: async () => {
      writer.exec('rollback')
      writer.exec('pragma foreign_keys = on')
    },
  }
}

/** `before` is called before each statement. */
function connection(database: DatabaseSync, before = () => {}) {
  const prepared = new Map<unknown, StatementSync>()

  function prepare<P, R>(statement: Statement<P, R>, parameters: P): [StatementSync, Value[]] {
    const compiled = statement.compiled('sqlite')
    let ready = prepared.get(compiled)
    if (!ready) {
      ready = database.prepare(compiled.sql)
      prepared.set(compiled, ready)
    }
    return [ready, compiled.values(parameters as Record<string, Value>)]
  }

  return {
    engine: 'sqlite' as const,
    async all<P extends object, R>(statement: Statement<P, R>, parameters: P): Promise<R[]> {
      const [ready, values] = prepare(statement, parameters)
      before()
      return ready.all(...values) as R[]
    },
    async first<P extends object, R>(statement: Statement<P, R>, parameters: P): Promise<R | undefined> {
      const [ready, values] = prepare(statement, parameters)
      before()
      return ready.get(...values) as R | undefined
    },
    async run<P extends object>(statement: Statement<P, unknown>, parameters: P): Promise<number> {
      const [ready, values] = prepare(statement, parameters)
      before()
      return Number(ready.run(...values).changes)
    },
  }
}

/**
 * Reads that come together share one snapshot of the database: taking and leaving one costs as much as finding a row
 * in it. It ends with the turn of the event loop, with every commit of this process, and after a millisecond: so a
 * read sees all that this process committed, and what another did a millisecond ago.
 */
class Snapshot {
  readonly #reader: DatabaseSync
  readonly #begin: StatementSync
  readonly #commit: StatementSync
  #openUntil = 0

  constructor(reader: DatabaseSync) {
    this.#reader = reader
    this.#begin = reader.prepare('begin')
    this.#commit = reader.prepare('commit')
  }

  begin(): void {
    const now = performance.now()
    if (now < this.#openUntil) return
    if (this.#openUntil === 0) setImmediate(() => this.end())
    this.#leave()
    this.#begin.run()
    this.#openUntil = now + 1
  }

  end(): void {
    if (this.#openUntil === 0) return
    this.#openUntil = 0
    this.#leave()
  }

  /** Never throws: whoever wrote is answered after it, and so is whoever comes next. */
  #leave(): void {
    try {
      // There is none at first, and a failing disk may have ended it.
      if (this.#reader.isTransaction) this.#commit.run()
    } catch {
      // The disk fails. Whatever is read next begins anew, or says so.
    }
  }
}

/** What goes on beside the connection that writes. */
interface Beside {
  snapshot: Snapshot
  longWrites: LongWrites
}

interface Entry {
  work: (transaction: Transaction) => Promise<unknown>
  isLong: boolean
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
}

/**
 * Transactions that arrive together are committed together: each in a savepoint of its own, so that each is rolled
 * back alone, and all with one fsync. Nobody is answered before that. (docs/decisions/0003-shared-commits.md)
 */
class CommitGroup {
  readonly #writer: DatabaseSync
  readonly #transaction: Transaction
  readonly #beside: Beside
  readonly #logLength: StatementSync
  #waiting: Entry[] = []
  #running: Promise<void> | undefined

  constructor(writer: DatabaseSync, beside: Beside) {
    this.#writer = writer
    this.#beside = beside
    this.#logLength = writer.prepare('pragma wal_checkpoint(noop)')
    const inside = () => {
      // A full disk or a failing one ends a transaction by itself: nothing is written outside of one.
      if (!writer.isTransaction) throw unavailable()
    }
    this.#transaction = { ...connection(writer, inside), inTransaction: true }
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
      await this.#checkpoint()
    }
    this.#running = undefined
  }

  #groupSize(): number {
    const long = this.#waiting.findIndex(({ isLong }) => isLong)
    return Math.min(groupLimit, long === -1 ? groupLimit : long)
  }

  async #commitLong({ work, resolve, reject }: Entry): Promise<void> {
    const { longWrites, snapshot } = this.#beside
    try {
      const result = await longWrites.transaction(work)
      snapshot.end()
      resolve(result)
    } catch (error) {
      reject(error)
    }
  }

  async #commit(entries: Entry[]): Promise<void> {
    const done: (() => void)[] = []
    try {
      await this.#begin()
      const began = performance.now()
      for (const [index, entry] of entries.entries()) {
        const answer = await this.#runAlone(entry)
        if (answer) done.push(answer)
        if (performance.now() - began > longestGroup) this.#waiting.unshift(...entries.splice(index + 1))
      }
      this.#writer.exec('commit')
    } catch (error) {
      // Those that were already rejected stay so: a promise settles once.
      for (const entry of entries) entry.reject(unavailable(error))
      this.#rollBack()
      return
    }
    this.#beside.snapshot.end()
    for (const answer of done) answer()
  }

  /** Whoever writes waits for it, so that the log is written from its start again; everybody else goes on. */
  async #checkpoint(): Promise<void> {
    const { longWrites, snapshot } = this.#beside
    try {
      const { log, checkpointed } = this.#logLength.get() as { log: number; checkpointed: number }
      if (log - checkpointed < worthCheckpoint) return
      await longWrites.checkpoint().catch(() => this.#writer.exec('pragma wal_checkpoint(passive)'))
    } catch {
      // The disk fails. The log keeps everything until the next time.
    }
    // Reads that began before would keep the log from being written from its start.
    snapshot.end()
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
