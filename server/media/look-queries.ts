import { sql } from 'kysely'
import { long, type RowOf, statement, textsOf } from '../db/statement.ts'
import { dueOnes, type Postponed, putOff, takenOn, type WorkLease } from '../db/work-lease.ts'

interface Look {
  hash: string
  a: number | null
  b: number | null
  c: number | null
  d: number | null
}

/** How the blob looks. */
export const setLook = statement((db, { hash, a, b, c, d }: Look) =>
  db
    .insertInto('looks')
    .values({ hash, a, b, c, d, work_due_at: null, work_attempts: sql.lit(0), leased_by: null })
    .onConflict((conflict) =>
      conflict.column('hash').doUpdateSet((set) => ({
        a: set.ref('excluded.a'),
        b: set.ref('excluded.b'),
        c: set.ref('excluded.c'),
        d: set.ref('excluded.d'),
        work_due_at: null,
        work_attempts: sql.lit(0),
        leased_by: null,
      })),
    ),
)

/** The next kept blobs that were looked into, of which nobody took how they look. Of what the service made nobody asks. */
export const listBlobsWithoutLook = long(
  statement((db, { after, limit }: { after: string; limit: number }) =>
    db
      .selectFrom('blobs')
      .leftJoin('looks', 'looks.hash', 'blobs.hash')
      .select('blobs.hash')
      .where('blobs.hash', '>', after)
      .where('blobs.made_only', '=', 0)
      .where('blobs.work_due_at', 'is', null)
      .where(sql<boolean>`blobs.kept_at is not null`)
      .where('looks.hash', 'is', null)
      .orderBy('blobs.hash')
      .limit(limit),
  ),
)

/** It is to be taken how these blobs look: `hashes` is a JSON array. */
export const wantLooks = statement((db, { hashes, now }: { hashes: string; now: number }, engine) =>
  db
    .insertInto('looks')
    .columns(['hash', 'work_due_at', 'work_attempts'])
    .expression((select) =>
      select
        .selectFrom(textsOf(hashes, engine).as('given'))
        // Some may have been removed meanwhile.
        .innerJoin('blobs', 'blobs.hash', 'given.value')
        .select(['blobs.hash', sql<number>`cast(${now} as bigint)`.as('work_due_at')])
        .select(sql<number>`0`.as('work_attempts'))
        // What SQLite asks for before `on conflict`.
        .where(sql<boolean>`true`),
    )
    .onConflict((conflict) => conflict.column('hash').doNothing()),
)

/** Takes on those that are due the longest. */
export const leaseToTakeLook = statement((db, lease: WorkLease, engine) =>
  db
    .updateTable('looks')
    .set(takenOn(lease))
    .where('hash', 'in', dueOnes(db, 'looks', 'hash', lease, engine))
    .returning(['hash', 'work_attempts as attempts']),
)

export type LeasedToTakeLook = RowOf<typeof leaseToTakeLook>

/** Touches no row once the lease is another's. */
export const finishLook = statement((db, { hash, a, b, c, d, leaseId }: Look & { leaseId: string }) =>
  db
    .updateTable('looks')
    .set({ a, b, c, d, work_due_at: null, work_attempts: sql.lit(0), leased_by: null })
    .where('hash', '=', hash)
    .where('leased_by', '=', leaseId),
)

/** To another time, or for another: then it was no fault of the picture, and no try. */
export const postponeLook = statement((db, row: Postponed & { hash: string }) =>
  db.updateTable('looks').set(putOff(row)).where('hash', '=', row.hash).where('leased_by', '=', row.leaseId),
)

/** The smallest picture that was made of a blob. */
export const findSmallestThumbnail = statement((db, { hash }: { hash: string }) =>
  db
    .selectFrom('made_media')
    .select('hash')
    .where('of_hash', '=', hash)
    .where('kind', '=', sql.lit('thumb-320' as const)),
)
