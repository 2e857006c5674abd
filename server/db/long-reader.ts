/** Reads for a while, on a thread of its own and a connection of its own: see `LongReads`. */
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import type { LongRead, ReadOn } from './long-reads.ts'
import { knowAllLetters } from './sqlite.ts'

/** Rows are handed over so many at a time: whoever takes them takes each part between other things. */
const handful = 500

const database = new DatabaseSync(workerData as string, { timeout: 1000, readOnly: true })
knowAllLetters(database)
const prepared = new Map<string, StatementSync>()

parentPort?.on('message', (read: LongRead) => {
  try {
    for (const part of partsOf(read)) tell(part)
  } catch (error) {
    const { message, code, errcode } = error as Error & { code?: string; errcode?: number }
    tell({ id: read.id, error: { message, code, errcode } })
  }
})

function* partsOf({ id, sql, values }: LongRead): Generator<ReadOn> {
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

function tell(part: ReadOn): void {
  parentPort?.postMessage(part)
}
