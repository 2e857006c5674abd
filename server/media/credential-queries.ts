import { type RawBuilder, sql } from 'kysely'
import { long, type RowOf, statement, textsOf } from '../db/statement.ts'
import { dueOnes, type Postponed, putOff, takenOn, type WorkLease } from '../db/work-lease.ts'

/** JSON: `ContentCredentials` of the original of `asset_versions`; null where nobody has looked yet. */
export const credentialsOfOriginal: RawBuilder<string | null> =
  sql`(select content_credentials.credentials from version_media as original
  inner join content_credentials on content_credentials.hash = original.hash
  where original.version_id = asset_versions.id and original.kind = 'original' and original.state = 'kept')`

interface Wanted {
  /** JSON array. */
  hashes: string
  /** Of those who are trusted now. */
  trust: string
  now: number
}

/** What was found to say nothing says nothing to whoever is trusted. */
const saysNothing = sql<boolean>`content_credentials.credentials like '{"state":"none",%'`

/** What the blobs say of themselves is to be read; again where others are trusted than when it was, and they say something. */
export const wantCredentials = statement((db, { hashes, trust, now }: Wanted, engine) =>
  db
    .insertInto('content_credentials')
    .columns(['hash', 'trust', 'work_due_at', 'work_attempts'])
    .expression((select) =>
      select
        .selectFrom(textsOf(hashes, engine).as('given'))
        // Some may have been removed meanwhile.
        .innerJoin('blobs', 'blobs.hash', 'given.value')
        .select(['blobs.hash', sql<string>`${trust}`.as('trust')])
        .select(sql<number>`cast(${now} as bigint)`.as('work_due_at'))
        .select(sql<number>`0`.as('work_attempts'))
        // What SQLite asks for before `on conflict`.
        .where(sql<boolean>`true`),
    )
    .onConflict((conflict) =>
      conflict
        .column('hash')
        .doUpdateSet({
          trust: sql<string>`excluded.trust`,
          work_due_at: sql<number | null>`case when ${saysNothing} then null else excluded.work_due_at end`,
          work_attempts: sql.lit(0),
        })
        .whereRef('content_credentials.trust', '<>', 'excluded.trust'),
    ),
)

/** The next kept blobs of which it is not known, or by others who were trusted. What the service made says nothing. */
export const listBlobsToAsk = long(
  statement((db, { trust, after, limit }: { trust: string; after: string; limit: number }) =>
    db
      .selectFrom('blobs')
      .leftJoin('content_credentials', 'content_credentials.hash', 'blobs.hash')
      .select('blobs.hash')
      .where('blobs.hash', '>', after)
      .where('blobs.made_only', '=', 0)
      .where(sql<boolean>`blobs.kept_at is not null`)
      .where(sql<boolean>`(content_credentials.trust is null or content_credentials.trust <> ${trust})`)
      .orderBy('blobs.hash')
      .limit(limit),
  ),
)

/** Takes on those that are due the longest, while no file waits to be looked into. */
export const leaseToRead = statement((db, lease: WorkLease, engine) =>
  db
    .updateTable('content_credentials')
    .set(takenOn(lease))
    .where('hash', 'in', dueOnes(db, 'content_credentials', 'hash', lease, engine))
    .returning(['hash', 'work_attempts as attempts']),
)

export type LeasedToRead = RowOf<typeof leaseToRead>

/** Touches no row once the lease is another's. */
export const finishReading = statement(
  (db, row: { hash: string; leaseId: string; credentials: string; trust: string }) =>
    db
      .updateTable('content_credentials')
      .set({
        credentials: row.credentials,
        trust: row.trust,
        work_due_at: null,
        work_attempts: sql.lit(0),
        leased_by: null,
      })
      .where('hash', '=', row.hash)
      .where('leased_by', '=', row.leaseId),
)

/** To another time, or for another: then it was no fault of the file, and no try. */
export const postponeReading = statement((db, row: Postponed & { hash: string }) =>
  db
    .updateTable('content_credentials')
    .set(putOff(row))
    .where('hash', '=', row.hash)
    .where('leased_by', '=', row.leaseId),
)
