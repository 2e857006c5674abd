import type { MediaState, UploadKind } from '@dailies/contract/media.ts'
import { sql } from 'kysely'
import { type Builder, long, statement } from '../db/statement.ts'
import { isUndeleted } from '../production/member-queries.ts'

/** The installation, whose every blob counts once. */
export const installation = ''

export const addUsage = statement(
  (db, { projectId, files, bytes }: { projectId: string; files: number; bytes: number }) =>
    db
      .insertInto('media_usage')
      .values({ project_id: projectId, files, bytes })
      .onConflict((conflict) =>
        conflict.column('project_id').doUpdateSet((set) => ({
          files: sql<number>`media_usage.files + ${set.ref('excluded.files')}`,
          bytes: sql<number>`media_usage.bytes + ${set.ref('excluded.bytes')}`,
        })),
      )
      .returning('bytes'),
)

export const findUsage = statement((db, { projectId }: { projectId: string }) =>
  db
    .selectFrom('media_usage')
    .leftJoin('media_quotas', 'media_quotas.project_id', 'media_usage.project_id')
    .select(['media_usage.files', 'media_usage.bytes', 'media_quotas.bytes as quotaBytes'])
    .where('media_usage.project_id', '=', projectId),
)

export const findQuota = statement((db, { projectId }: { projectId: string }) =>
  db.selectFrom('media_quotas').select('bytes').where('project_id', '=', projectId),
)

export const setQuota = statement((db, { projectId, bytes }: { projectId: string; bytes: number }) =>
  db
    .insertInto('media_quotas')
    .values({ project_id: projectId, bytes })
    .onConflict((conflict) => conflict.column('project_id').doUpdateSet({ bytes })),
)

export const deleteQuota = statement((db, { projectId }: { projectId: string }) =>
  db.deleteFrom('media_quotas').where('project_id', '=', projectId),
)

export const findProject = statement((db, { id }: { id: string }) =>
  db.selectFrom('projects').select('id').where('id', '=', id).where('created_by', 'is not', null),
)

/** How many versions of each project only have a link, or have lost it. */
export const countStates = long(
  statement((db) =>
    db
      .selectFrom('version_media')
      .select((count) => ['project_id as projectId', 'state', count.fn.countAll<number>().as('count')])
      .where('state', '<>', sql.lit<MediaState>('kept'))
      .groupBy(['project_id', 'state']),
  ),
)

export const listUsage = long(
  statement((db) =>
    db
      .selectFrom('projects')
      .leftJoin('media_usage', 'media_usage.project_id', 'projects.id')
      .leftJoin('media_quotas', 'media_quotas.project_id', 'projects.id')
      .select([
        'projects.id',
        'projects.name',
        'media_usage.files',
        'media_usage.bytes',
        'media_quotas.bytes as quotaBytes',
      ])
      .where('projects.created_by', 'is not', null)
      .orderBy(sql`coalesce(media_usage.bytes, 0)`, 'desc')
      .orderBy('projects.name')
      .orderBy('projects.id')
      .limit(sql.lit(1000)),
  ),
)

/** What versions have, each as often as it is captured. */
export const sumSent = long(
  statement((db) =>
    db
      .selectFrom('version_media')
      .select((sum) => [
        'kind',
        sum.fn.countAll<number>().as('files'),
        sql<number>`cast(sum(bytes) as bigint)`.as('bytes'),
      ])
      .where('state', '=', sql.lit<MediaState>('kept'))
      .groupBy('kind'),
  ),
)

export const sumMade = long(
  statement((db) =>
    db
      .selectFrom('made_media')
      .innerJoin('blobs', 'blobs.hash', 'made_media.hash')
      .select((sum) => [
        'made_media.kind',
        sum.fn.countAll<number>().as('files'),
        sql<number>`cast(sum(blobs.bytes) as bigint)`.as('bytes'),
      ])
      .groupBy('made_media.kind'),
  ),
)

/** How much of what versions and comments have is there once alone. */
export const sumDistinct = long(
  statement((db) =>
    db
      .selectFrom('blobs')
      .select((sum) => [
        sum.fn.countAll<number>().as('files'),
        sql<number>`cast(coalesce(sum(bytes), 0) as bigint)`.as('bytes'),
      ])
      .where(
        sql<boolean>`(exists (select 1 from version_media where version_media.hash = blobs.hash)
          or exists (select 1 from attachments where attachments.hash = blobs.hash))`,
      ),
  ),
)

/** Versions that were deleted and can be restored, themselves or with their scene or project. */
function deletedVersions(db: Builder) {
  return db
    .selectFrom('deleted_asset_versions')
    .select('id')
    .unionAll(
      db
        .selectFrom('deleted_scenes')
        .innerJoin('asset_versions', 'asset_versions.scene_id', 'deleted_scenes.scene_id')
        .select('asset_versions.id'),
    )
    .unionAll(
      db
        .selectFrom('deleted_projects')
        .innerJoin('scenes', 'scenes.project_id', 'deleted_projects.project_id')
        .innerJoin('asset_versions', 'asset_versions.scene_id', 'scenes.id')
        .select('asset_versions.id'),
    )
    .as('deleted')
}

/** What they have. */
export const sumDeleted = long(
  statement((db) =>
    db
      .selectFrom(deletedVersions(db))
      .innerJoin('version_media', 'version_media.version_id', 'deleted.id')
      .select((sum) => [
        sum.fn.countAll<number>().as('files'),
        sql<number>`cast(coalesce(sum(version_media.bytes), 0) as bigint)`.as('bytes'),
      ])
      .where('version_media.state', '=', sql.lit<MediaState>('kept')),
  ),
)

/** Of all comments, and what is sent for them; then of versions that were deleted and can be restored. */
export const sumAttachments = long(
  statement((db) =>
    db
      .selectFrom('attachments')
      .select((sum) => [
        sum.fn.countAll<number>().as('files'),
        sql<number>`cast(coalesce(sum(attachments.bytes), 0) as bigint)`.as('bytes'),
      ]),
  ),
)

export const sumDeletedAttachments = long(
  statement((db) =>
    db
      .selectFrom(deletedVersions(db))
      .innerJoin('attachments', 'attachments.asset_version_id', 'deleted.id')
      .select((sum) => [
        sum.fn.countAll<number>().as('files'),
        sql<number>`cast(coalesce(sum(attachments.bytes), 0) as bigint)`.as('bytes'),
      ]),
  ),
)

export const listBiggest = long(
  statement((db, { limit }: { limit: number }) =>
    db
      .selectFrom('version_media')
      .innerJoin('asset_versions', 'asset_versions.id', 'version_media.version_id')
      .innerJoin('projects', 'projects.id', 'asset_versions.project_id')
      .innerJoin('scenes', 'scenes.id', 'asset_versions.scene_id')
      .select([
        'asset_versions.id as assetVersionId',
        'projects.name as projectName',
        'scenes.scene_number as sceneId',
        'asset_versions.version_number as versionNumber',
        'asset_versions.title',
        'asset_versions.asset_type as assetType',
        'asset_versions.platform_key as platformKey',
        'asset_versions.platform_label as platformLabel',
        'version_media.summary',
        'version_media.bytes',
      ])
      .where('version_media.kind', '=', sql.lit<UploadKind>('original'))
      .where('version_media.state', '=', sql.lit<MediaState>('kept'))
      .whereRef('scenes.project_id', '=', 'asset_versions.project_id')
      .where(isUndeleted('asset_versions.project_id'))
      .orderBy('version_media.bytes', 'desc')
      .orderBy('version_media.version_id')
      .limit(limit),
  ),
)
