import type { Execute } from './migrations/rebuild-table.ts'

export interface Index {
  name: string
  /** What follows the word `on`: a table, its columns in brackets, and which of its rows. */
  on: string
}

/** Held by the session, and given back with it: by the time a process has died, its index may still be under way. */
const lock = 28934068853

/**
 * Makes an index of PostgreSQL while others write, outside of a transaction. An attempt that was ended leaves one that is
 * kept up to date and never used: it is made again. Not done while another process makes it; that one must not be waited
 * for by a statement, for which it would wait, as for everybody who may still see what was before. `isMissing`: whether
 * nobody has recorded it.
 * https://www.postgresql.org/docs/18/sql-createindex.html#SQL-CREATEINDEX-CONCURRENTLY
 */
export async function makeConcurrently(
  execute: Execute,
  { name, on }: Index,
  isMissing: () => Promise<boolean>,
): Promise<boolean> {
  if (await isValid(execute, name)) return true
  const [attempt] = await execute(`select pg_try_advisory_lock(${lock}) as locked`)
  if (!attempt!.locked) return false
  // In this order: once it was recorded, a later migration may have dropped it again.
  if (!(await isValid(execute, name)) && (await isMissing())) {
    await execute(`drop index concurrently if exists ${name}`)
    await execute(`create index concurrently ${name} on ${on}`)
  }
  await execute(`select pg_advisory_unlock(${lock})`)
  return true
}

async function isValid(execute: Execute, name: string): Promise<boolean> {
  const [index] = await execute(
    'select indisvalid as valid from pg_index where indexrelid = to_regclass(?)',
    [name],
  )
  return index?.valid === true
}
