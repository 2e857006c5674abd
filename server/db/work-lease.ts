import { sql } from 'kysely'

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
