import type { Engine } from './database.ts'
import type { Execute } from './migrations/rebuild-table.ts'

/** How a migration goes over a table of millions of rows: in transactions of their own, each of which takes a moment. */
export interface Batches {
  table: string
  /** The order in which it does so: a column of text that has an index, never changes and is never empty. */
  key: string
  /** How many at once: for as long as that takes, others that write wait. */
  rows?: number
  /** Does what is to be done to the rows whose key is after `after`, up to and with `upTo`. */
  run(execute: Execute, batch: Batch): Promise<unknown>
}

interface Batch {
  engine: Engine
  after: string
  upTo: string
}

interface Progress {
  done: number
  /** As many as there were at the beginning. */
  total: number
}

/**
 * Does the next batch of a migration and keeps how far it is, in the transaction that is open: after a crash it goes on
 * there. Nothing, when none was left; then there is no trace of it.
 */
export async function nextBatch(
  { engine, execute }: { engine: Engine; execute: Execute },
  version: number,
  { table, key, rows = 5000, run }: Batches,
): Promise<Progress | undefined> {
  const { after, done, total } = await progressOf(execute, version, table)
  const [batch] = await execute(
    `select max(${key}) as "upTo", cast(count(*) as integer) as count
      from (select ${key} from ${table} where ${key} > ? order by ${key} limit ${rows}) as batch`,
    [after],
  )
  const { upTo, count } = batch as { upTo: string | null; count: number }
  if (upTo === null) {
    await execute('drop table migration_progress')
    return undefined
  }
  await run(execute, { engine, after, upTo })
  await execute('update migration_progress set last_key = ?, rows_done = ?', [upTo, done + count])
  return { done: done + count, total }
}

async function progressOf(execute: Execute, version: number, table: string) {
  await execute(`create table if not exists migration_progress (
    version integer primary key,
    last_key text not null,
    rows_done integer not null,
    rows_total integer not null
  )`)
  const find = 'select last_key as after, rows_done as done, rows_total as total from migration_progress'
  const [found] = await execute(find)
  if (found) return found as unknown as Progress & { after: string }
  const [{ total }] = (await execute(`select cast(count(*) as integer) as total from ${table}`)) as [
    { total: number },
  ]
  await execute("insert into migration_progress values (?, '', 0, ?)", [version, total])
  return { after: '', done: 0, total }
}
