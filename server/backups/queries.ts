import { sql } from 'kysely'
import { type RowOf, statement } from '../db/statement.ts'
import { type Postponed, putOff, takenOn, type WorkLease } from '../db/work-lease.ts'

/** There is one row. */
const id = sql.lit('scheduled')

export const findBackups = statement((db, _: object) =>
  db
    .selectFrom('backups')
    .select(['target', 'started_at as startedAt', 'made_at as madeAt', 'made_name as name'])
    .select(['bytes', 'files', 'missing', 'failed_at as failedAt', 'problem', 'failures'])
    .select(['work_due_at as dueAt', 'leased_by as leasedBy'])
    .where('id', '=', id),
)

/** The first time, and for another place: due at once, and nothing is known of it. */
export const beginBackups = statement((db, row: { target: string; now: number }) => {
  const fresh = {
    target: row.target,
    started_at: null,
    made_at: null,
    made_name: null,
    bytes: null,
    files: null,
    missing: null,
    failed_at: null,
    problem: null,
    failures: sql.lit(0),
    told_at: null,
    work_due_at: row.now,
    work_attempts: sql.lit(0),
    leased_by: null,
  }
  return db
    .insertInto('backups')
    .values({ id, ...fresh })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(fresh).where('backups.target', '!=', row.target),
    )
})

/** No later than that; what is being made goes on. */
export const hastenBackups = statement((db, { dueAt }: { dueAt: number }) =>
  db
    .updateTable('backups')
    .set({ work_due_at: dueAt })
    .where('id', '=', id)
    .where('leased_by', 'is', null)
    .where('work_due_at', '>', dueAt),
)

/** Takes the next one on, where it is due, and goes there. */
export const leaseBackup = statement((db, lease: WorkLease & { startedAt: string; target: string }) =>
  db
    .updateTable('backups')
    .set({ ...takenOn(lease), started_at: lease.startedAt })
    .where('id', '=', id)
    .where('target', '=', lease.target)
    .where('work_due_at', '<=', lease.now)
    .returning(['failures', 'missing', 'told_at as toldAt', 'made_name as name']),
)

/** What was known when it was taken on. */
export type LeasedBackup = RowOf<typeof leaseBackup>

/** Touches nothing once the lease is another's; as do the next two. */
export const postponeBackup = statement((db, row: Postponed) =>
  db.updateTable('backups').set(putOff(row)).where('id', '=', id).where('leased_by', '=', row.leaseId),
)

interface Made {
  leaseId: string
  dueAt: number
  madeAt: string
  name: string
  bytes: number
  files: number
  missing: number
  /** Why older ones were not removed. */
  problem: string | null
}

export const noteMade = statement((db, row: Made) =>
  db
    .updateTable('backups')
    .set({
      made_at: row.madeAt,
      made_name: row.name,
      bytes: row.bytes,
      files: row.files,
      missing: row.missing,
      problem: row.problem,
      failures: sql.lit(0),
      told_at: null,
      work_due_at: row.dueAt,
      work_attempts: sql.lit(0),
      leased_by: null,
    })
    .where('id', '=', id)
    .where('leased_by', '=', row.leaseId),
)

interface Failed {
  leaseId: string
  dueAt: number
  failedAt: string
  problem: string
  toldAt: number | null
}

export const noteFailed = statement((db, row: Failed) =>
  db
    .updateTable('backups')
    .set({
      failed_at: row.failedAt,
      problem: row.problem,
      failures: sql<number>`failures + 1`,
      told_at: row.toldAt,
      work_due_at: row.dueAt,
      leased_by: null,
    })
    .where('id', '=', id)
    .where('leased_by', '=', row.leaseId),
)

/** Who looks after the installation. */
export const listAdministrators = statement((db, _: object) =>
  db
    .selectFrom('users')
    .select('id')
    .where('role', '=', sql.lit('administrator'))
    .where('disabled_at', 'is', null)
    .where('removed_at', 'is', null)
    .orderBy('id'),
)

/** The rows of users stay, so that this one is the same for ever, also once the installation was copied or restored. */
export const findFirstUser = statement((db, _: object) =>
  db.selectFrom('users').select('id').orderBy('id').limit(sql.lit(1)),
)
