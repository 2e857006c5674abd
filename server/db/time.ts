import { type RawBuilder, sql } from 'kysely'
import type { Connection, Engine, Transaction } from './database.ts'
import { idAt, idsOfMillisecond } from './id.ts'
import { statement } from './statement.ts'

/** Now, by the clock of the database, in milliseconds since 1970, with fractions where the engine has them. */
export const exactNow: Record<Engine, RawBuilder<number>> = {
  postgres: sql<number>`cast(extract(epoch from clock_timestamp()) * 1000 as double precision)`,
  sqlite: sql<number>`round(unixepoch('subsec') * 1000)`,
}

const readTime = statement((db, _: object, engine) => db.selectNoFrom(exactNow[engine].as('now')))

/**
 * Now, by the clock of the database, in whole milliseconds since 1970. Nodes compare and order by this one: their own
 * may differ by any amount. In a transaction it is asked for once what is to be changed is locked.
 */
export async function databaseTime(connection: Connection): Promise<number> {
  return Math.floor(await exactTime(connection))
}

let lastTime = 0

/**
 * An id that is greater than those of all that was made before under the same lock, by whichever node: made by the
 * clock of the database. PostgreSQL tells microseconds; on SQLite, which has one writer, the process counts.
 */
export async function nextId(transaction: Transaction): Promise<string> {
  return nextIdAt(transaction.engine, await exactTime(transaction))
}

/** The same where a statement that took the lock has told `exactNow`, too. */
export function nextIdAt(engine: Engine, time: number): string {
  if (engine === 'postgres') return idAt(time)
  lastTime = Math.max(time, lastTime + 1 / idsOfMillisecond)
  return idAt(lastTime)
}

/** So many of them, in their order, by one question. */
export async function nextIds(transaction: Transaction, count: number): Promise<string[]> {
  if (count === 0) return []
  const time = await exactTime(transaction)
  const apart = transaction.engine === 'postgres' ? 1 / idsOfMillisecond : 0
  return Array.from({ length: count }, (_, index) => nextIdAt(transaction.engine, time + index * apart))
}

async function exactTime(connection: Connection): Promise<number> {
  const read = await connection.first(readTime, {})
  return (read as { now: number }).now
}
