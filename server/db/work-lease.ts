import { sql } from 'kysely'
import type { Engine } from './database.ts'
import type { Builder } from './statement.ts'
import type { Tables } from './tables.ts'

/** Who takes on work that is due, and until when, in milliseconds, at most. */
export interface WorkLease {
  now: number
  limit: number
  leaseId: string
  until: number
}

/** To another time: under the same lease, or for whoever takes it. */
export interface Postponed {
  leaseId: string
  dueAt: number
  /** 1 or 0. */
  keepsLease: number
}

/** What a row of work has once it is taken on: `leased_by`, `work_due_at` and `work_attempts`, in every table alike. */
export const takenOn = ({ leaseId, until }: WorkLease) => ({
  leased_by: leaseId,
  work_due_at: until,
  work_attempts: sql<number>`work_attempts + 1`,
})

/** What it has once it is put off. For another, it was no fault of the work, and no try. */
export const putOff = ({ dueAt, keepsLease }: Postponed) => ({
  work_due_at: dueAt,
  leased_by: sql<string | null>`case when cast(${keepsLease} as integer) = 1 then leased_by end`,
  work_attempts: sql<number>`work_attempts - 1 + cast(${keepsLease} as integer)`,
})

type WorkTable<Key extends string> = {
  [Name in keyof Tables]: Tables[Name] extends WorkRow & Record<Key, string> ? Name : never
}[keyof Tables]

/** Of a table of work, the keys of those that are due the longest: for `where key in`. */
export function dueOnes<Key extends 'id' | 'hash'>(
  db: Pick<Builder, 'selectFrom'>,
  table: WorkTable<Key>,
  key: Key,
  { now, limit }: Pick<WorkLease, 'now' | 'limit'>,
  engine: Engine,
) {
  return due(db, table, key, now)
    .orderBy('due.work_due_at')
    .orderBy(`due.${key}` as 'due.id')
    .limit(limit)
    .$if(engine === 'postgres', (query) => query.forUpdate().skipLocked())
}

/** The keys of all that is due. */
export function due<Key extends 'id' | 'hash'>(
  db: Pick<Builder, 'selectFrom'>,
  table: WorkTable<Key>,
  key: Key,
  now: number,
) {
  // The columns are the same in each of these tables.
  return db
    .selectFrom(`${table} as due` as 'exports as due')
    .select(`due.${key}` as 'due.id')
    .where('due.work_due_at', '<=', now)
    .where(sql<boolean>`due.work_due_at is not null`)
}

interface WorkRow {
  work_due_at: number | null
}
