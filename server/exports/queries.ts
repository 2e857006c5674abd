import { sql } from 'kysely'
import { named } from '../db/asset-version-columns.ts'
import { jsonRows } from '../db/json-rows.ts'
import { type Builder, isAmong, long, type RowOf, statement, textsOf } from '../db/statement.ts'
import { dueOnes, type Postponed, putOff, takenOn, type WorkLease } from '../db/work-lease.ts'
import { asMember } from '../production/as-member.ts'
import { large } from './zip/records.ts'

function told(db: Builder) {
  return db
    .selectFrom('exports')
    .leftJoin('users', 'users.id', 'exports.created_by')
    .select(['exports.id', 'exports.project_id as projectId', 'exports.name', 'exports.request'])
    .select(['exports.state', 'exports.reason', 'exports.prepared', 'exports.files', 'exports.missing'])
    .select(['exports.signed', 'exports.unsigned'])
    .select(['exports.directory_offset as directoryOffset', 'exports.directory_bytes as directoryBytes'])
    .select(['exports.created_by as createdBy', 'users.name as createdByName'])
    .select(['exports.created_at as createdAt', 'exports.ends_at as endsAt'])
}

/** Those before an id that can still be had, the newest first. */
export const listExportsBefore = statement(
  (
    db,
    { projectId, before, now, limit }: { projectId: string; before: string; now: string; limit: number },
  ) =>
    told(db)
      .where('exports.project_id', '=', projectId)
      .where('exports.id', '<', before)
      .where('exports.ends_at', '>=', now)
      .orderBy('exports.id', 'desc')
      .limit(limit),
)

/** One that can still be had. */
export const findExport = statement((db, { id, userId, now }: { id: string; userId: string; now: string }) =>
  told(db)
    .innerJoin('project_members as member', asMember('exports.project_id', userId))
    .select('member.role as memberRole')
    .where('exports.id', '=', id)
    .where('exports.ends_at', '>=', now),
)

/** Those that were asked for up to a moment and are ready, the newest first: no more than a project may have. */
export const listFormerExports = statement((db, { projectId, since }: { projectId: string; since: string }) =>
  db
    .selectFrom('exports')
    .select(['id', 'request'])
    .where('project_id', '=', projectId)
    .where('created_at', '<=', since)
    .where('state', '=', sql.lit('ready' as const))
    .orderBy('id', 'desc'),
)

export type ExportRow = RowOf<typeof listExportsBefore>

export const findNumberOfScene = statement((db, { id }: { id: string }) =>
  db.selectFrom('scenes').select('scene_number as sceneId').where('id', '=', id),
)

export const findNameOfPlaylist = statement((db, { id }: { id: string }) =>
  db.selectFrom('playlists').select('name').where('id', '=', id),
)

export const countExports = statement((db, { projectId, now }: { projectId: string; now: string }) =>
  db
    .selectFrom('exports')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('project_id', '=', projectId)
    .where('ends_at', '>=', now),
)

interface NewExportRow {
  id: string
  projectId: string
  userId: string
  createdAt: string
  endsAt: string
  name: string
  request: string
  dueAt: number
}

export const insertExport = statement((db, row: NewExportRow) =>
  db.insertInto('exports').values({
    id: row.id,
    project_id: row.projectId,
    created_by: row.userId,
    created_at: row.createdAt,
    ends_at: row.endsAt,
    name: row.name,
    request: row.request,
    state: sql.lit('preparing'),
    prepared: sql.lit(0),
    files: sql.lit(0),
    missing: sql.lit(0),
    work_due_at: row.dueAt,
    work_attempts: sql.lit(0),
  }),
)

/** Its files go with it, of which there are none where some were deleted before. */
export const deleteExportRow = statement((db, { id }: { id: string }) =>
  db.deleteFrom('exports').where('id', '=', id),
)

/** So that no step holds others up for long. */
export const deleteSomeFiles = statement((db, { id, limit }: { id: string; limit: number }) =>
  db
    .deleteFrom('export_files')
    .where('export_id', '=', id)
    .where('zip_offset', 'in', (some) =>
      some
        .selectFrom('export_files as some')
        .select('some.zip_offset')
        .where('some.export_id', '=', id)
        .orderBy('some.zip_offset')
        .limit(limit),
    ),
)

/** Those that can be had no longer. */
export const listEnded = statement((db, { now, limit }: { now: string; limit: number }) =>
  db
    .selectFrom('exports')
    .select('id')
    .where('ends_at', '<', now)
    .orderBy('ends_at')
    .orderBy('id')
    .limit(limit),
)

/** Takes on those that are due the longest. */
export const leaseExports = statement((db, lease: WorkLease, engine) =>
  db
    .updateTable('exports')
    .set(takenOn(lease))
    .where('id', 'in', dueOnes(db, 'exports', 'id', lease, engine))
    .returning([
      'id',
      'project_id as projectId',
      'created_by as createdBy',
      'created_at as createdAt',
      'name',
      'request',
      'work_attempts as attempts',
    ]),
)

export type LeasedExport = RowOf<typeof leaseExports>

/** To another time, or for another. */
export const postponeExport = statement((db, row: Postponed & { id: string }) =>
  db.updateTable('exports').set(putOff(row)).where('id', '=', row.id).where('leased_by', '=', row.leaseId),
)

export const noteProgress = statement(
  (db, row: { id: string; leaseId: string; prepared: number; files: number }) =>
    db
      .updateTable('exports')
      .set({ prepared: row.prepared, files: row.files })
      .where('id', '=', row.id)
      .where('leased_by', '=', row.leaseId),
)

interface Finished {
  id: string
  leaseId: string
  files: number
  missing: number
  signed: number | null
  unsigned: number | null
  directoryOffset: number
  directoryBytes: number
}

/** Touches no row once the lease is another's. */
export const finishExport = statement((db, row: Finished) =>
  db
    .updateTable('exports')
    .set({
      state: sql.lit('ready'),
      prepared: row.files,
      files: row.files,
      missing: row.missing,
      signed: row.signed,
      unsigned: row.unsigned,
      directory_offset: row.directoryOffset,
      directory_bytes: row.directoryBytes,
      work_due_at: null,
      leased_by: null,
    })
    .where('id', '=', row.id)
    .where('leased_by', '=', row.leaseId),
)

export const failExport = statement(
  (db, { id, leaseId, reason }: { id: string; leaseId: string; reason: string }) =>
    db
      .updateTable('exports')
      .set({ state: sql.lit('failed'), reason, work_due_at: null, leased_by: null })
      .where('id', '=', id)
      .where('leased_by', '=', leaseId),
)

/** Whether it is still ours: its row is locked from here on. */
export const holdLease = statement((db, { id, leaseId }: { id: string; leaseId: string }) =>
  db.updateTable('exports').set({ leased_by: leaseId }).where('id', '=', id).where('leased_by', '=', leaseId),
)

/** `rows` is a JSON array. */
export const insertFiles = statement((db, { exportId, rows }: { exportId: string; rows: string }, engine) =>
  db
    .insertInto('export_files')
    .columns(['export_id', 'zip_offset', 'name', 'bytes', 'crc', 'hash', 'blob_offset'])
    .expression((select) =>
      select
        .selectFrom(
          jsonRows(
            rows,
            {
              offset: 'number',
              name: 'text',
              bytes: 'number',
              crc: 'number',
              hash: 'text',
              blobOffset: 'number',
            },
            engine,
          ),
        )
        .select([
          sql<string>`${exportId}`.as('export_id'),
          sql<number>`cast(given."offset" as bigint)`.as('zip_offset'),
          'given.name',
          sql<number>`cast(given.bytes as bigint)`.as('bytes'),
          sql<number>`cast(given.crc as bigint)`.as('crc'),
          'given.hash',
          sql<number>`cast(given."blobOffset" as bigint)`.as('blob_offset'),
        ]),
    ),
)

/** From the last that begins at or before an offset on. */
export const listFilesFrom = statement(
  (db, { exportId, offset, limit }: { exportId: string; offset: number; limit: number }) =>
    db
      .selectFrom('export_files')
      .select(['zip_offset as offset', 'name', 'bytes', 'crc', 'hash', 'blob_offset as blobOffset'])
      .where('export_id', '=', exportId)
      .where('zip_offset', '>=', offset)
      .orderBy('zip_offset')
      .limit(limit),
)

/** What the headers in the directory of the next files from an offset on are measured by, the first of them, and the last. */
export const measureFilesFrom = statement(
  (db, { exportId, offset, limit }: { exportId: string; offset: number; limit: number }, engine) =>
    db
      .selectFrom((some) =>
        some
          .selectFrom('export_files')
          .select([
            'zip_offset',
            engine === 'postgres'
              ? sql<number>`octet_length(convert_to(name, 'UTF8'))`.as('name_bytes')
              : sql<number>`octet_length(name)`.as('name_bytes'),
            sql<number>`case when bytes >= ${sql.lit(large)} then 1 else 0 end`.as('is_large'),
            sql<number>`case when zip_offset >= ${sql.lit(large)} then 1 else 0 end`.as('is_late'),
          ])
          .where('export_id', '=', exportId)
          .where('zip_offset', '>=', offset)
          .orderBy('zip_offset')
          .limit(limit)
          .as('some'),
      )
      .select([
        sql<number>`cast(coalesce(min(zip_offset), 0) as bigint)`.as('first'),
        sql<number>`cast(coalesce(max(zip_offset), 0) as bigint)`.as('last'),
        sql<number>`cast(count(*) as bigint)`.as('files'),
        sql<number>`cast(coalesce(sum(name_bytes), 0) as bigint)`.as('nameBytes'),
        sql<number>`cast(coalesce(sum(is_large), 0) as bigint)`.as('large'),
        sql<number>`cast(coalesce(sum(is_late), 0) as bigint)`.as('late'),
        sql<number>`cast(coalesce(sum(case when is_large + is_late > 0 then 1 else 0 end), 0) as bigint)`.as(
          'extended',
        ),
      ]),
)

export const findFileAt = statement((db, { exportId, offset }: { exportId: string; offset: number }) =>
  db
    .selectFrom('export_files')
    .select('zip_offset as offset')
    .where('export_id', '=', exportId)
    .where('zip_offset', '<=', offset)
    .orderBy('zip_offset', 'desc')
    .limit(1),
)

/** All that an export tells of takes. `ids` is a JSON array. */
export const listTakesToExport = statement((db, { ids }: { ids: string }, engine) =>
  db
    .selectFrom(textsOf(ids, engine).as('given'))
    .innerJoin('asset_versions', 'asset_versions.id', 'given.value')
    .innerJoin('scenes', 'scenes.id', 'asset_versions.scene_id')
    .leftJoin('shots', 'shots.id', 'asset_versions.shot_id')
    .leftJoin('users as creator', 'creator.id', 'asset_versions.created_by')
    .leftJoin('version_media as original', (join) =>
      join
        .onRef('original.version_id', '=', 'asset_versions.id')
        .on(sql<boolean>`original.kind = 'original' and original.state = 'kept'`),
    )
    .leftJoin('blobs', 'blobs.hash', 'original.hash')
    .select([
      ...named('asset_versions', 'id', 'assetType', 'versionNumber', 'modelName', 'platformKey'),
      ...named('asset_versions', 'platformLabel', 'costEstimateUsd', 'rightsState', 'createdAt', 'title'),
      ...named('asset_versions', 'status', 'projectId'),
      'asset_versions.scene_id as sceneDbId',
      'asset_versions.shot_id as shotId',
      'creator.name as createdByName',
      'scenes.scene_number as sceneId',
      'scenes.act',
      'scenes.project_id as projectOfScene',
      'shots.shot_code as shotCode',
      'blobs.hash',
      'blobs.bytes',
      'blobs.facts',
      'blobs.crc',
      'blobs.kept_at as keptAt',
      'blobs.work_due_at as workDueAt',
    ]),
)

/** Other takes of these shots than their winners, the newest `limit` of each, the last first; `needsApproval`: 1 for those alone that are approved. `shotIds` is a JSON array. */
export const listAlternates = long(
  statement(
    (
      db,
      { shotIds, limit, needsApproval }: { shotIds: string; limit: number; needsApproval: number },
      engine,
    ) =>
      db
        .selectFrom((ranked) =>
          ranked
            .selectFrom(textsOf(shotIds, engine).as('given'))
            .innerJoin('asset_versions as winner', (join) =>
              join.onRef('winner.shot_id', '=', 'given.value').on('winner.selected', '=', sql.lit(1)),
            )
            .innerJoin('asset_versions as other', (join) =>
              join
                .onRef('other.shot_id', '=', 'winner.shot_id')
                .onRef('other.asset_type', '=', 'winner.asset_type')
                .on('other.selected', '=', sql.lit(0)),
            )
            .where(
              sql<boolean>`(${needsApproval} = 0 or other.status in ('APPROVED', 'FINAL') or exists (
              select 1 from verdicts where verdicts.asset_version_id = other.id
                and verdicts.verdict = 'approve' and verdicts.is_current = 1))`,
            )
            .select(['winner.id as winnerId', 'other.id'])
            .select(
              sql<number>`row_number() over (partition by winner.id order by other.created_at desc, other.id desc)`.as(
                'place',
              ),
            )
            .as('ranked'),
        )
        .select(['winnerId', 'id'])
        .where('place', '<=', limit)
        .orderBy('winnerId')
        .orderBy('place'),
  ),
)

export type TakeRow = RowOf<typeof listTakesToExport>

export const setCrc = statement((db, { hash, crc }: { hash: string; crc: number }) =>
  db.updateTable('blobs').set({ crc }).where('hash', '=', hash),
)

/** What was said of frames of versions, the first of each thread, in no order. `ids` is a JSON array. */
export const listNotes = statement((db, { ids, limit }: { ids: string; limit: number }, engine) =>
  db
    .selectFrom('comments')
    .leftJoin('users', 'users.id', 'comments.author_id')
    .select([
      'comments.id',
      'comments.asset_version_id as versionId',
      'comments.first_frame as first',
      'comments.last_frame as last',
      'comments.rate_numerator as numerator',
      'comments.rate_denominator as denominator',
      sql<string>`substr(comments.text, 1, 1000)`.as('text'),
      'comments.resolved_at as resolvedAt',
      sql<string>`coalesce(users.name, comments.guest_name, '')`.as('author'),
    ])
    .where(isAmong('comments.asset_version_id', ids, engine))
    .where(sql<boolean>`comments.thread_id is null`)
    .where(sql<boolean>`comments.deleted_at is null`)
    .limit(limit),
)
