import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { unavailable } from '../error.ts'
import { makeFolders } from '../make-folders.ts'
import { Changes } from './changes.ts'
import { CommitGroup } from './commit-group.ts'
import type { Database, Statement, Value } from './database.ts'
import { everyonesDuties } from './duties.ts'
import { ForeignCommits } from './foreign-commits.ts'
import { LongReads } from './long-reads.ts'
import { LongWrites } from './long-writes.ts'
import { type MigrationTarget, migrate, NoDatabase, selectVersion, type Upgrade } from './migrate.ts'
import { Snapshot } from './snapshot.ts'
import { addFunctions, openWriter, statementsOn } from './sqlite-connection.ts'
import { type Watch, watchedLater, watchedTransaction } from './watch.ts'
import { WriteAheadLog } from './write-ahead-log.ts'

/**
 * Opens (and makes, and migrates) the database in the data folder. One connection writes, one reads: a reader never
 * sees what is not committed, and never waits for a writer (WAL).
 */
export async function openSqlite(dataFolder: string, upgrade: Upgrade, watch?: Watch): Promise<Database> {
  const path = join(dataFolder, 'dailies.db')
  if (upgrade.makes === false && !statSync(path, { throwIfNoEntry: false })) throw new NoDatabase()
  makeFolders(dataFolder)
  const writer = openWriter(path)
  try {
    await migrate(migrationTarget(writer), upgrade)
  } catch (error) {
    writer.close()
    throw error
  }
  // From here on a lock held by another process is waited for without blocking the event loop.
  writer.exec('pragma busy_timeout = 0')
  // What a savepoint would bring back is kept in memory: beyond 64 kB SQLite makes a file for it, anew in each group.
  writer.exec('pragma temp_store = memory')
  const reader = new DatabaseSync(path, { timeout: 1000, readOnly: true })
  addFunctions(reader)
  // 16 MB of pages in memory, where SQLite's default of 2 MB holds a twentieth of a small studio's takes.
  reader.exec('pragma cache_size = -16000')

  const snapshot = new Snapshot(reader)
  const longWrites = new LongWrites(path, watch)
  const log = new WriteAheadLog(path, writer, { snapshot, longWrites })
  const foreign = new ForeignCommits(writer)
  const changes = new Changes(foreign)
  const group = new CommitGroup(writer, log, { snapshot, longWrites, foreign, changes }, watch)
  const longReads = new LongReads(path)
  const short = statementsOn(reader, () => snapshot.begin(), watch)
  return {
    ...short,
    all: <P extends object, R>(statement: Statement<P, R>, parameters: P): Promise<R[]> => {
      if (!statement.isLong) return short.all(statement, parameters)
      const { sql, values } = statement.compiled('sqlite')
      return watchedLater(
        watch,
        statement,
        parameters,
        () => longReads.all(sql, values(parameters as Record<string, Value>)) as Promise<R[]>,
      )
    },
    transaction: (work) => watchedTransaction(watch, work, (bound) => group.add(bound, { isLong: false })),
    longTransaction: (work) => watchedTransaction(watch, work, (bound) => group.add(bound, { isLong: true })),
    changes,
    duties: everyonesDuties,
    ping: async () => {
      try {
        if (!existsSync(path)) throw new Error(`${path} is gone`)
        reader.prepare('select version from migrations limit 1').get()
      } catch (error) {
        throw unavailable(error)
      }
    },
    close: async () => {
      foreign.close()
      await group.settled()
      await Promise.all([longReads.close(), longWrites.close()])
      snapshot.end()
      await log.close()
      reader.close()
      writer.close()
    },
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
    transaction: async (work, { rebuilds = false } = {}) => {
      writer.exec(`pragma busy_timeout = ${migrationDeadline}`)
      // While tables are rebuilt others refer to none; inside of a transaction the pragma does nothing.
      if (rebuilds) writer.exec('pragma foreign_keys = off')
      try {
        writer.exec('begin immediate')
        await work()
        writer.exec('commit')
      } catch (error) {
        // A full disk ends it by itself.
        if (writer.isTransaction) writer.exec('rollback')
        throw error
      } finally {
        writer.exec('pragma foreign_keys = on')
      }
      // The log of a table that was rebuilt is as large as the table.
      if (rebuilds) writer.exec('pragma wal_checkpoint(truncate)')
    },
    execute: async (sql, values = []) => writer.prepare(sql).all(...values),
    check: async () => {
      const [wrong] = writer.prepare('pragma foreign_key_check').all()
      if (wrong) throw new Error(`A row of ${wrong.table} refers to one of ${wrong.parent} that is not there`)
    },
  }
}
