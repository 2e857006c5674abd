/** Writes for a while, on a thread of its own and a connection of its own: see `LongWrites`. */
import type { StatementSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import type { Answer } from './asked-thread.ts'
import type { LongWrite } from './long-writes.ts'
import { openWriter } from './sqlite-connection.ts'
import { toThreadError } from './thread-error.ts'

const database = openWriter(workerData as string)
// Whoever wrote is answered before it: see `CommitGroup`.
database.exec('pragma wal_autocheckpoint = 0')
const prepared = new Map<string, StatementSync>()

parentPort?.on('message', (write: LongWrite) => parentPort?.postMessage(answer(write)))

function answer(write: LongWrite): Answer {
  try {
    return { result: execute(write) }
  } catch (error) {
    return { error: toThreadError(error) }
  }
}

function execute({ how, sql, values }: LongWrite): unknown {
  if (how === 'exec') return database.exec(sql)
  // A full disk or a failing one ends a transaction by itself: nothing is written outside of one.
  if (!database.isTransaction) throw new Error('The transaction is over')
  let statement = prepared.get(sql)
  if (!statement) {
    statement = database.prepare(sql)
    prepared.set(sql, statement)
  }
  if (how === 'all') return statement.all(...values)
  if (how === 'first') return statement.get(...values)
  return Number(statement.run(...values).changes)
}
