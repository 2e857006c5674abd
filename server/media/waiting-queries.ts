import type { MediaState, UploadKind } from '@dailies/contract/media.ts'
import { sql } from 'kysely'
import { jsonRows } from '../db/json-rows.ts'
import { type Builder, isAmong, isAmongRows, type RowOf, statement } from '../db/statement.ts'

/** What captures leave to be kept; nothing where it is known already. `rows` is a JSON array of them. */
export const insertExpectedMedia = statement((db, { rows }: { rows: string }, engine) =>
  db
    .insertInto('version_media')
    .columns([
      'version_id',
      'kind',
      'project_id',
      'state',
      'ends_at',
      'due_at',
      'leased_until',
      'bytes',
      'attempts',
    ])
    .expression((select) =>
      select
        .selectFrom(
          jsonRows(
            rows,
            {
              versionId: 'text',
              projectId: 'text',
              endsAt: 'number',
              dueAt: 'number',
              leasedUntil: 'number',
            },
            engine,
          ),
        )
        .select([
          'given.versionId',
          sql.lit<UploadKind>('original').as('kind'),
          'given.projectId',
          sql.lit<MediaState>('waiting').as('state'),
          sql<number | null>`cast(given."endsAt" as bigint)`.as('ends_at'),
          sql<number>`cast(given."dueAt" as bigint)`.as('due_at'),
          sql<number>`cast(given."leasedUntil" as bigint)`.as('leased_until'),
          sql.lit(0).as('bytes'),
          sql.lit(0).as('attempts'),
        ])
        // For SQLite, which would take what follows for a join.
        .where(sql<boolean>`true`),
    )
    .onConflict((conflict) => conflict.doNothing()),
)

/** A version of whose media nothing is known. */
export interface MissedVersion {
  versionId: string
  projectId: string
  url: string
  /** Milliseconds. */
  capturedAt: number
}

export const findNewestMedia = statement((db) =>
  db
    .selectFrom('version_media')
    .select('version_id as versionId')
    .orderBy('version_id', 'desc')
    .limit(sql.lit(1)),
)

/**
 * Versions of which nobody wrote down that there is something to be kept, in the order of their ids. Each is asked by itself: of a
 * `not exists` PostgreSQL makes a join, which reads all there are for each 500.
 */
export const listMissedVersions = statement((db, { after, limit }: { after: string; limit: number }) =>
  db
    .selectFrom('asset_versions')
    .select(['id as versionId', 'project_id as projectId', 'output_url as url', 'created_at as createdAt'])
    .where('id', '>', after)
    .where('output_url', 'is not', null)
    .where('output_url', '<>', '')
    .where(
      sql<boolean>`(select 1 from version_media
        where version_media.version_id = asset_versions.id and version_media.kind = 'original') is null`,
    )
    .orderBy('id')
    .limit(limit)
    .$narrowType<{ url: string }>(),
)

/** To be fetched at once, whatever became of it before. Touches no row that is kept, or that somebody fetches just now. */
export const wantMedia = statement(
  (db, { versionId, now, endsAt }: { versionId: string; now: number; endsAt: number | null }) =>
    db
      .updateTable('version_media')
      .set({
        state: sql.lit<MediaState>('waiting'),
        attempts: 0,
        due_at: now,
        ends_at: endsAt,
        leased_by: null,
        leased_until: 0,
        reason: null,
        summary: null,
      })
      .where('version_id', '=', versionId)
      .where('kind', '=', sql.lit<UploadKind>('original'))
      .where('state', '<>', sql.lit<MediaState>('kept'))
      .where((or) => or.or([or('leased_by', 'is', null), or('leased_until', '<=', now)])),
)

/** The same of many: `rows` is a JSON array of `{ versionId, endsAt }`. */
export const wantManyMedia = statement((db, { rows, now }: { rows: string; now: number }, engine) =>
  db
    .updateTable('version_media')
    .from(jsonRows(rows, { versionId: 'text', endsAt: 'number' }, engine))
    .set({
      state: sql.lit<MediaState>('waiting'),
      attempts: 0,
      due_at: now,
      ends_at: sql<number | null>`cast(given."endsAt" as bigint)`,
      leased_by: null,
      leased_until: 0,
      reason: null,
      summary: null,
    })
    .whereRef('version_media.version_id', '=', 'given.versionId')
    .where('version_media.kind', '=', sql.lit<UploadKind>('original'))
    .where('version_media.state', '<>', sql.lit<MediaState>('kept'))
    .where((or) => or.or([or('leased_by', 'is', null), or('leased_until', '<=', now)])),
)

/** Of what was never tried so many are looked at, those first that are due first. */
const lookedAt = 1000

/** Milliseconds: what somebody has for longer is not fetched now, and stands in nobody's way. Longer than whoever captured it has it. */
const leftForLong = 120_000

/**
 * Some of what is to be fetched. What came in the last minute is left to whoever captured it and stands here all the same: thousands of it
 * under load, which are not looked through each time. What is behind them the lane takes when it looks by itself (`lookEvery`).
 */
export function anyToFetch(db: Pick<Builder, 'selectFrom'>, lane: 'fresh' | 'tried', now: number) {
  if (lane === 'tried') return toFetch(db, lane, now)
  return db
    .selectFrom((from) =>
      from
        .selectFrom('version_media as due')
        .select(['due.version_id', 'due.leased_until'])
        .where(isOf(lane))
        .where('due.leased_until', '<=', sql<number>`cast(${now} as bigint) + ${sql.lit(leftForLong)}`)
        .orderBy('due.due_at')
        .orderBy('due.version_id')
        .limit(sql.lit(lookedAt))
        .as('due'),
    )
    .select('due.version_id')
    .where('due.leased_until', '<=', now)
}

/** Written into the text: the indexes are partial ones. */
function isOf(lane: 'fresh' | 'tried') {
  return sql<boolean>`due.state = 'waiting' and ${sql.raw(lane === 'fresh' ? 'due.attempts = 0' : 'due.attempts > 0')}`
}

/** What was never tried; or what is to be tried again. */
function toFetch(db: Pick<Builder, 'selectFrom'>, lane: 'fresh' | 'tried', now: number) {
  return db
    .selectFrom('version_media as due')
    .select('due.version_id')
    .where(isOf(lane))
    .where('due.leased_until', '<=', now)
    .$if(lane === 'tried', (query) => query.where('due.due_at', '<=', now))
}

const leasable = (lane: 'fresh' | 'tried') =>
  statement((db, lease: { now: number; limit: number; leaseId: string; until: number }, engine) =>
    db
      .updateTable('version_media')
      .set({ leased_by: lease.leaseId, leased_until: lease.until })
      .where('kind', '=', sql.lit<UploadKind>('original'))
      .where(
        'version_id',
        'in',
        toFetch(db, lane, lease.now)
          .orderBy('due.due_at')
          .orderBy('due.version_id')
          .limit(lease.limit)
          .$if(engine === 'postgres', (query) => query.forUpdate().skipLocked()),
      )
      .returning(['version_id as versionId', 'attempts', 'url', 'ends_at as endsAt']),
  )

/** Takes on the soonest to end of what was never tried; and what is to be tried again. */
export const leaseFreshMedia = leasable('fresh')
export const leaseTriedMedia = leasable('tried')

export type LeasedMedia = RowOf<typeof leaseFreshMedia>

interface Held {
  versionId: string
  leaseId: string
}

/** Not once the lease is another's, or somebody sent it. */
const isHeld = ({ versionId, leaseId }: Held) =>
  sql<boolean>`version_id = ${versionId} and kind = 'original' and state = 'waiting' and leased_by = ${leaseId}`

export const renewMedia = statement((db, { versionId, leaseId, until }: Held & { until: number }) =>
  db.updateTable('version_media').set({ leased_until: until }).where(isHeld({ versionId, leaseId })),
)

export const postponeMedia = statement(
  (db, { versionId, leaseId, dueAt, reason }: Held & { dueAt: number; reason: string }) =>
    db
      .updateTable('version_media')
      .set({
        attempts: sql<number>`attempts + 1`,
        due_at: dueAt,
        leased_by: null,
        leased_until: 0,
        reason,
      })
      .where(isHeld({ versionId, leaseId })),
)

export const loseMedia = statement((db, { versionId, leaseId, reason }: Held & { reason: string }) =>
  db
    .updateTable('version_media')
    .set({
      state: sql.lit<MediaState>('lost'),
      attempts: sql<number>`attempts + 1`,
      leased_by: null,
      leased_until: 0,
      reason,
    })
    .where(isHeld({ versionId, leaseId })),
)

/** Nobody tries it until then: its version is deleted, or the fault is not its own. That was no try. */
export const shelveMedia = statement(
  (db, { versionId, leaseId, until, reason }: Held & { until: number; reason: string | null }) =>
    db
      .updateTable('version_media')
      .set({
        leased_by: null,
        leased_until: until,
        reason: sql<string | null>`coalesce(cast(${reason} as text), reason)`,
      })
      .where(isHeld({ versionId, leaseId })),
)

/** The same of many versions, whose `ids` are a JSON array. */
export const unshelveMediaOfMany = statement((db, { ids }: { ids: string }, engine) =>
  db
    .updateTable('version_media')
    .set({ leased_until: 0 })
    .where(isAmong('version_id', ids, engine))
    .where('state', '=', sql.lit<MediaState>('waiting'))
    .where('leased_by', 'is', null),
)

/** What was shelved is due again. */
export const unshelveMedia = statement((db, { versionId }: { versionId: string }) =>
  db
    .updateTable('version_media')
    .set({ leased_until: 0 })
    .where('version_id', '=', versionId)
    .where('state', '=', sql.lit<MediaState>('waiting'))
    .where('leased_by', 'is', null),
)

/** The same of all in a scene. */
export const unshelveMediaOfScene = statement((db, { sceneDbId }: { sceneDbId: string }, engine) =>
  db
    .updateTable('version_media')
    .set({ leased_until: 0 })
    .where(({ selectFrom }) =>
      isAmongRows(
        'version_id',
        selectFrom('asset_versions').select('id').where('scene_id', '=', sceneDbId),
        engine,
      ),
    )
    .where('state', '=', sql.lit<MediaState>('waiting'))
    .where('leased_by', 'is', null),
)
