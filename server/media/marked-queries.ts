import { sql } from 'kysely'
import { type Builder, isAmong, long, type RowOf, statement } from '../db/statement.ts'
import { type Postponed, putOff, takenOn, type WorkLease } from '../db/work-lease.ts'

interface NewMarked {
  id: string
  guestId: string
  linkId: string
  ofHash: string
  isFilm: number
  name: string
  now: number
  problem: string | null
  /** Null where it cannot be made. */
  workDueAt: number | null
}

/** Touches no row where the guest asked before. */
export const insertMarked = statement((db, row: NewMarked) =>
  db
    .insertInto('marked_media')
    .values({
      id: row.id,
      guest_id: row.guestId,
      link_id: row.linkId,
      of_hash: row.ofHash,
      is_film: row.isFilm,
      name: row.name,
      asked_at: row.now,
      used_at: row.now,
      problem: row.problem,
      work_due_at: row.workDueAt,
      work_attempts: sql.lit(0),
    })
    .onConflict((conflict) => conflict.columns(['guest_id', 'of_hash']).doNothing()),
)

/** How many are to be made yet: of a guest, of a link, and of all. As many as may wait are looked at. */
export const countToMark = statement((db, { guestId, linkId }: { guestId: string; linkId: string }) =>
  db
    .selectFrom('marked_media')
    .select((count) => [
      sql<number>`coalesce(sum(case when guest_id = ${guestId} then 1 else 0 end), 0)`.as('ofGuest'),
      sql<number>`coalesce(sum(case when link_id = ${linkId} then 1 else 0 end), 0)`.as('ofLink'),
      count.fn.countAll<number>().as('ofAll'),
    ])
    .where(sql<boolean>`work_due_at is not null`),
)

/** Of what a guest waits for, what they asked for first and nobody has begun. */
export const deleteFirstAsked = statement((db, { guestId }: { guestId: string }) =>
  db
    .deleteFrom('marked_media')
    .where('id', 'in', (first) =>
      first
        .selectFrom('marked_media as asked')
        .select('asked.id')
        .where('asked.guest_id', '=', guestId)
        .where(sql<boolean>`asked.work_due_at is not null`)
        .where('asked.work_attempts', '=', sql.lit(0))
        .orderBy('asked.id')
        .limit(sql.lit(1)),
    )
    // Once more: it may have been begun since.
    .where('work_attempts', '=', sql.lit(0)),
)

/** Those that are due, while nothing of members is. `films` is 1 where films can be made, too, else 0. */
export function toMark(db: Pick<Builder, 'selectFrom'>, { now, films }: { now: number; films: number }) {
  return db
    .selectFrom('marked_media as due')
    .select('due.id')
    .where('due.work_due_at', '<=', now)
    .where(sql<boolean>`due.work_due_at is not null`)
    .where('due.is_film', '<=', films)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('blobs')
            .select('blobs.hash')
            .where('blobs.work_due_at', '<=', now)
            .where(sql<boolean>`blobs.work_due_at is not null`),
        ),
      ),
    )
}

/**
 * Takes on what is due the longest, while no file of members waits to be worked on. `films`: 0 where the machine has no ffmpeg.
 */
export const leaseToMark = statement((db, lease: WorkLease & { films: number }, engine) =>
  db
    .updateTable('marked_media')
    .set(takenOn(lease))
    .where(
      'id',
      'in',
      toMark(db, lease)
        .orderBy('due.work_due_at')
        .orderBy('due.id')
        .limit(lease.limit)
        .$if(engine === 'postgres', (query) => query.forUpdate().skipLocked()),
    )
    .returning([
      'id',
      'guest_id as guestId',
      'of_hash as ofHash',
      'is_film as isFilm',
      'name',
      'asked_at as askedAt',
      'work_attempts as attempts',
    ]),
)

export type LeasedToMark = RowOf<typeof leaseToMark>

export const findFactsOfBlob = statement((db, { hash }: { hash: string }) =>
  db.selectFrom('blobs').select('facts').where('hash', '=', hash),
)

/** Touches no row once the lease is another's, or nobody wants it any more. */
export const finishMarked = statement(
  (db, row: { id: string; leaseId: string; now: number; hash: string; bytes: number }) =>
    db
      .updateTable('marked_media')
      .set({
        hash: row.hash,
        bytes: row.bytes,
        made_at: row.now,
        used_at: row.now,
        work_due_at: null,
        leased_by: null,
      })
      .where('id', '=', row.id)
      .where('leased_by', '=', row.leaseId),
)

/** It cannot be made, and is not tried again. */
export const failMarked = statement(
  (db, { id, leaseId, problem }: { id: string; leaseId: string; problem: string }) =>
    db
      .updateTable('marked_media')
      .set({ problem, work_due_at: null, leased_by: null })
      .where('id', '=', id)
      .where('leased_by', '=', leaseId),
)

/** To another time, or for another: then it was no try. */
export const postponeMarked = statement((db, row: Postponed & { id: string }) =>
  db
    .updateTable('marked_media')
    .set(putOff(row))
    .where('id', '=', row.id)
    .where('leased_by', '=', row.leaseId),
)

export const setMarkedUsed = statement((db, { id, now }: { id: string; now: number }) =>
  db.updateTable('marked_media').set({ used_at: now }).where('id', '=', id),
)

export const sumMarked = long(
  statement((db) =>
    db
      .selectFrom('marked_media')
      .select((count) => [
        count.fn.countAll<number>().as('files'),
        sql<number>`cast(coalesce(sum(bytes), 0) as bigint)`.as('bytes'),
      ])
      .where('hash', 'is not', null),
  ),
)

/** What nobody has looked at for longest, of what was made before `before`. */
export const listLeastUsed = statement((db, { before, limit }: { before: number; limit: number }) =>
  db
    .selectFrom('marked_media')
    .select(['id', 'hash', 'bytes'])
    .where('hash', 'is not', null)
    .where('made_at', '<', before)
    .orderBy('used_at')
    .orderBy('id')
    .limit(limit),
)

/** `ids` is a JSON array. */
export const deleteMarked = statement((db, { ids }: { ids: string }, engine) =>
  db
    .deleteFrom('marked_media')
    .where(isAmong('id', ids, engine))
    .returning(['hash']),
)

export const findBlobToRemove = statement((db, { hash }: { hash: string }) =>
  db.selectFrom('blobs').select(['hash', 'bytes', 'kept_at as keptAt']).where('hash', '=', hash),
)
