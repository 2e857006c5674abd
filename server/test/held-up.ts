import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Place } from './engines.ts'
import { runSql } from './process.ts'

const waitingForLocks = `select 1 from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`

interface HeldUp {
  table: string
  waiting: number
  /** What is done while they wait. */
  meanwhile?: () => Promise<void>
}

/**
 * Lets transactions overlap that would else pass one another by: on PostgreSQL nobody writes to `table` until so many are
 * `waiting` for it, or for one another: of one user half of a node's connections at most. SQLite has one writer
 * anyway.
 */
export async function heldUp<T>(
  place: Place,
  { table, waiting, meanwhile }: HeldUp,
  work: () => Promise<T>,
): Promise<T> {
  if (place.engine === 'sqlite') return work()
  const holder = await holdTable(place, table)
  try {
    const working = work()
    working.catch(() => {})
    await untilWaiting(place, waiting)
    await meanwhile?.()
    await holder.query('commit')
    return await working
  } finally {
    await holder.end()
  }
}

/** On PostgreSQL nobody writes to that table until the connection ends, or commits. */
export async function holdTable({ settings }: Place, table: string): Promise<pg.Client> {
  const holder = new pg.Client(settings.databaseUrl)
  // Where the server ends the connection, the next query says so.
  holder.on('error', () => {})
  await holder.connect()
  await holder.query(`begin; lock table ${table} in share mode`)
  return holder
}

/** Until so many transactions wait for locks, on PostgreSQL. On SQLite whoever comes second waits before it begins. */
export async function untilWaiting(place: Place, count: number): Promise<void> {
  if (place.engine === 'sqlite') return
  const deadline = performance.now() + 60_000
  while ((await runSql(place, waitingForLocks)).length < count) {
    assert.ok(performance.now() < deadline, `no ${count} wait for a lock`)
    await sleep(20)
  }
}
