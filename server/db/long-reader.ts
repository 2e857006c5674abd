/** Reads for a while, on a thread of its own and a connection of its own: see `LongReads`. */
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { type LongRead, more, type ReadOn } from './long-reads.ts'
import { addFunctions } from './sqlite-connection.ts'
import { toThreadError } from './thread-error.ts'

/** Rows are handed over so many at a time: whoever takes them takes each part between other things. */
const handful = 500

const database = new DatabaseSync(workerData as string, { timeout: 1000, readOnly: true })
addFunctions(database)
const prepared = new Map<string, StatementSync>()

const waiting: LongRead[] = []
let parts: Generator<ReadOn> | undefined

parentPort?.on('message', (message: LongRead | typeof more) => {
  if (message !== more) waiting.push(message)
  // The next part when the one before was taken, and the next read after the last part.
  if (message === more || !parts) readOn()
})

function readOn(): void {
  for (;;) {
    if (!parts) {
      const next = waiting.shift()
      if (!next) return
      parts = partsOf(next)
    }
    const { value, done } = parts.next()
    if (!done) {
      parentPort?.postMessage(value)
      return
    }
    parts = undefined
  }
}

function* partsOf(read: LongRead): Generator<ReadOn> {
  try {
    yield* rowsOf(read)
  } catch (error) {
    yield { id: read.id, error: toThreadError(error) }
  }
}

function* rowsOf({ id, sql, values }: LongRead): Generator<ReadOn> {
  let statement = prepared.get(sql)
  if (!statement) {
    statement = database.prepare(sql)
    prepared.set(sql, statement)
  }
  let rows: unknown[] = []
  for (const row of statement.iterate(...values)) {
    rows.push(row)
    if (rows.length < handful) continue
    yield { id, rows, isLast: false }
    rows = []
  }
  yield { id, rows, isLast: true }
}
