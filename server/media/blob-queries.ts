import type { MediaKind } from '@dailies/contract/media.ts'
import { sql } from 'kysely'
import { type RowOf, statement } from '../db/statement.ts'
import { dueOnes, type Postponed, putOff, takenOn, type WorkLease } from '../db/work-lease.ts'

/**
 * Says that a blob is about to be referred to: nobody removes it for a day. Its bytes are put into the store after it. Where
 * somebody is removing it, `removingUntil` is not over, and that is to be waited for.
 */
export const expectBlob = statement(
  (db, { hash, bytes, now }: { hash: string; bytes: number; now: number }) =>
    db
      .insertInto('blobs')
      .values({
        hash,
        bytes,
        touched_at: now,
        removing_until: sql.lit(0),
        made_only: sql.lit(0),
        work_attempts: sql.lit(0),
      })
      .onConflict((conflict) =>
        conflict.column('hash').doUpdateSet({
          touched_at: now,
          // Who was removing it was killed, and its bytes may be gone.
          removing_until: sql<number>`case when blobs.removing_until > ${now} then blobs.removing_until else 0 end`,
        }),
      )
      .returning(['removing_until as removingUntil', 'kept_at as keptAt']),
)

/** Its bytes are in the store. Touches a row where they were not before; `workDueAt` is when it is to be looked into. */
export const keepBlob = statement(
  (db, { hash, now, workDueAt }: { hash: string; now: string; workDueAt: number | null }) =>
    db
      .updateTable('blobs')
      .set({ kept_at: now, work_due_at: workDueAt })
      .where('hash', '=', hash)
      .where('kept_at', 'is', null),
)

/** What the service made, and knows no more of than that, is looked into as anything else once somebody has it. Locks any other, too. */
export const lookIntoMade = statement((db, { hash, now }: { hash: string; now: number }) =>
  db
    .updateTable('blobs')
    .set({
      work_due_at: sql<
        number | null
      >`case when made_only = 1 then cast(${now} as bigint) else work_due_at end`,
      facts: sql<string | null>`case when made_only = 1 then null else facts end`,
      made_only: sql.lit(0),
    })
    .where('hash', '=', hash),
)

/** Takes on those that are due the longest. What was tried too often is left to nobody. */
export const leaseBlobsToWorkOn = statement((db, lease: WorkLease, engine) =>
  db
    .updateTable('blobs')
    .set(takenOn(lease))
    .where('hash', 'in', dueOnes(db, 'blobs', 'hash', lease, engine))
    .returning(['hash', 'bytes', 'work_attempts as attempts']),
)

export type LeasedBlob = RowOf<typeof leaseBlobsToWorkOn>

/** Touches no row once the lease is another's. */
export const finishWork = statement(
  (db, { hash, leaseId, facts }: { hash: string; leaseId: string; facts: string }) =>
    db
      .updateTable('blobs')
      .set({ facts, work_due_at: null, work_attempts: 0, leased_by: null })
      .where('hash', '=', hash)
      .where('leased_by', '=', leaseId),
)

/** While it is still worked on. */
export const noteFacts = statement(
  (db, { hash, leaseId, facts }: { hash: string; leaseId: string; facts: string }) =>
    db.updateTable('blobs').set({ facts }).where('hash', '=', hash).where('leased_by', '=', leaseId),
)

/** To another time, or for another: then it was no fault of the file, and no try. */
export const postponeWork = statement((db, row: Postponed & { hash: string }) =>
  db.updateTable('blobs').set(putOff(row)).where('hash', '=', row.hash).where('leased_by', '=', row.leaseId),
)

/** What was made is known in full by its maker. */
export const setFactsOfMade = statement((db, { hash, facts }: { hash: string; facts: string }) =>
  db
    .updateTable('blobs')
    .set({ facts, made_only: sql.lit(1), work_due_at: null })
    .where('hash', '=', hash),
)

export const insertMade = statement(
  (db, row: { ofHash: string; kind: MediaKind; hash: string; width: number | null; height: number | null }) =>
    db
      .insertInto('made_media')
      .values({
        of_hash: row.ofHash,
        kind: row.kind,
        hash: row.hash,
        width: row.width,
        height: row.height,
      })
      .onConflict((conflict) =>
        conflict.columns(['of_hash', 'kind']).doUpdateSet({
          hash: row.hash,
          width: row.width,
          height: row.height,
        }),
      ),
)

/** The versions that have the blob, in pages. */
export const listVersionsOfBlob = statement(
  (db, { hash, after, limit }: { hash: string; after: string; limit: number }) =>
    db
      .selectFrom('version_media')
      .select('version_id as versionId')
      .distinct()
      .where('hash', '=', hash)
      .where('version_id', '>', after)
      .orderBy('version_id')
      .limit(limit),
)

/** The next of the attachments of comments that are the blob, with where these are. */
export const listAttachmentsOfBlob = statement(
  (db, { hash, after, limit }: { hash: string; after: string; limit: number }) =>
    db
      .selectFrom('attachments')
      .select([
        'id',
        'asset_version_id as assetVersionId',
        'project_id as projectId',
        'scene_id as sceneDbId',
        'comment_id as commentId',
      ])
      .where('hash', '=', hash)
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit),
)

export const measureWork = statement((db) =>
  db
    .selectFrom('blobs')
    .select((select) => [
      select.fn.countAll<number>().as('length'),
      sql<number | null>`min(work_due_at)`.as('oldest'),
    ])
    .where(sql<boolean>`work_due_at is not null`),
)

export const listBlobs = statement((db, { after, limit }: { after: string; limit: number }) =>
  db
    .selectFrom('blobs')
    .select(['hash', 'bytes', 'kept_at as keptAt'])
    .where('hash', '>', after)
    .orderBy('hash')
    .limit(limit),
)

/** Each by itself: PostgreSQL would read whole tables for all in one condition. */
const isOfNoVersion = sql<boolean>`not exists (select 1 from version_media where version_media.hash = blobs.hash)`
const isOfNoComment = sql<boolean>`not exists (select 1 from attachments where attachments.hash = blobs.hash)`
const isMadeOfNone = sql<boolean>`not exists (select 1 from made_media where made_media.hash = blobs.hash)`
const isInNoExport = sql<boolean>`not exists (select 1 from export_files where export_files.hash = blobs.hash)`
const isMarkedForNone = sql<boolean>`not exists (select 1 from marked_media where marked_media.hash = blobs.hash)`

/** Those that nobody refers to and nobody has meant to since `before`, in pages. */
export const listUnusedBlobs = statement(
  (db, { before, after, limit }: { before: number; after: string; limit: number }) =>
    db
      .selectFrom('blobs')
      .select(['hash', 'bytes', 'kept_at as keptAt'])
      .where('hash', '>', after)
      .where('touched_at', '<', before)
      .where(isOfNoVersion)
      .where(isOfNoComment)
      .where(isMadeOfNone)
      .where(isMarkedForNone)
      .where(isInNoExport)
      .orderBy('hash')
      .limit(limit),
)

/** Touches no row where somebody has come to refer to it meanwhile. From now on its bytes may be gone. */
export const beginRemoval = statement(
  (db, { hash, before, until }: { hash: string; before: number; until: number }) =>
    db
      .updateTable('blobs')
      .set({ removing_until: until, kept_at: null })
      .where('hash', '=', hash)
      .where('touched_at', '<', before)
      .where(isOfNoVersion)
      .where(isOfNoComment)
      .where(isMadeOfNone)
      .where(isMarkedForNone)
      .where(isInNoExport),
)

/** A file in the store of which there is no row: nobody refers to it before it is gone. Touches no row where there is one by now. */
export const insertRemoval = statement(
  (db, { hash, bytes, until }: { hash: string; bytes: number; until: number }) =>
    db
      .insertInto('blobs')
      .values({
        hash,
        bytes,
        touched_at: sql.lit(0),
        removing_until: until,
        made_only: sql.lit(0),
        work_attempts: sql.lit(0),
      })
      .onConflict((conflict) => conflict.doNothing()),
)

/** Of these, those that are known. `hashes` is a JSON array. */
export const listKnownBlobs = statement((db, { hashes }: { hashes: string }, engine) =>
  db
    .selectFrom('blobs')
    .select('hash')
    .where(
      engine === 'sqlite'
        ? sql<boolean>`hash in (select value from json_each(${hashes}))`
        : sql<boolean>`hash in (select json_array_elements_text(cast(${hashes} as json)))`,
    ),
)

/** Touches no row once somebody means to refer to it again, or it is gone. */
export const renewRemoval = statement((db, { hash, until }: { hash: string; until: number }) =>
  db
    .updateTable('blobs')
    .set({ removing_until: until })
    .where('hash', '=', hash)
    .where('removing_until', '>', sql.lit(0)),
)

export const deleteMadeOf = statement((db, { hash }: { hash: string }) =>
  db.deleteFrom('made_media').where('of_hash', '=', hash),
)

export const endRemoval = statement((db, { hash }: { hash: string }) =>
  db.deleteFrom('blobs').where('hash', '=', hash).where('removing_until', '>', sql.lit(0)),
)
