import { sql } from 'kysely'
import { type Builder, isAmongRows, statement } from '../db/statement.ts'

/** The next of them in the order of their keys, old or not: so no index is needed that every capture would write to. */
export const listCaptureKeysAfter = statement(
  (db, after: { userId: string; kind: string; key: string; limit: number }) =>
    db
      .selectFrom('capture_keys')
      .select(['user_id as userId', 'kind', 'key', 'created_at as createdAt'])
      .where(sql<boolean>`(user_id, kind, key) > (${after.userId}, ${after.kind}, ${after.key})`)
      .orderBy('user_id')
      .orderBy('kind')
      .orderBy('key')
      .limit(after.limit),
)

export const deleteCaptureKey = statement(
  (db, { userId, kind, key }: { userId: string; kind: string; key: string }) =>
    db
      .deleteFrom('capture_keys')
      .where('user_id', '=', userId)
      .where('kind', '=', kind)
      .where('key', '=', key),
)

export const listDeletedVersionsAfter = statement((db, { id, limit }: { id: string; limit: number }) =>
  deletedVersions(db).where('id', '>', id).orderBy('id').limit(limit),
)

/** Those of a project that were purged. */
export const listPurgedAfter = statement(
  (db, { projectId, id, limit }: { projectId: string; id: string; limit: number }) =>
    deletedVersions(db)
      .where('project_id', '=', projectId)
      .where('deleted_at', '=', '')
      .where('id', '>', id)
      .orderBy('id')
      .limit(limit),
)

function deletedVersions(db: Builder) {
  return db.selectFrom('deleted_asset_versions').select([
    'id',
    'deleted_at as deletedAt',
    sql<number>`(select count(*) from (
        select 1 from version_reviews as review where review.asset_version_id = deleted_asset_versions.id
        union all select 1 from take_marks as mark where mark.asset_version_id = deleted_asset_versions.id
        limit 1) as said)`.as('isSaid'),
  ])
}

export const deleteDeletedVersion = statement((db, { id, before }: { id: string; before: string }) =>
  db.deleteFrom('deleted_asset_versions').where('id', '=', id).where('deleted_at', '<', before),
)

/** One that was not restored meanwhile, and is not until the transaction ends. */
export const lockDeletedVersion = statement((db, { id, before }: { id: string; before: string }, engine) =>
  db
    .selectFrom('deleted_asset_versions')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', '<', before)
    .$if(engine === 'postgres', (query) => query.forUpdate()),
)

/** Some of what was said of a version. */
function deleteSaid(table: 'comments' | 'verdicts') {
  return statement((db, { id, limit }: { id: string; limit: number }, engine) => {
    const some = db
      .selectFrom(table as 'comments')
      .select('id')
      .where('asset_version_id', '=', id)
      .limit(limit)
    return db.deleteFrom(table as 'comments').where(isAmongRows('id', some, engine))
  })
}

export const deleteSomeCommentsOf = deleteSaid('comments')
export const deleteSomeVerdictsOf = deleteSaid('verdicts')

export const deleteSomeMarksOf = statement((db, { id, limit }: { id: string; limit: number }) =>
  db.deleteFrom('take_marks').where(
    sql<boolean>`(asset_version_id, user_id) in (select asset_version_id, user_id from take_marks
      where asset_version_id = ${id} limit cast(${limit} as integer))`,
  ),
)

export const deleteReviewOf = statement((db, { id }: { id: string }) =>
  db.deleteFrom('version_reviews').where('asset_version_id', '=', id),
)

export const deleteStatusChangesOf = statement((db, { id }: { id: string }) =>
  db.deleteFrom('status_changes').where('asset_version_id', '=', id),
)

export const deletePlaylistItemsOf = statement((db, { id }: { id: string }) =>
  db.deleteFrom('playlist_items').where('version_id', '=', id),
)

/** That it was shown in review sessions. */
export const deleteShownOf = statement((db, { id }: { id: string }) =>
  db.deleteFrom('review_versions').where('asset_version_id', '=', id),
)

/** In the order of their ids, which is that of time. */
export const listAuditAfter = statement((db, { id, limit }: { id: string; limit: number }) =>
  db
    .selectFrom('token_audit')
    .select(['id', 'action', 'created_at as createdAt'])
    .where('id', '>', id)
    .orderBy('id')
    .limit(limit),
)

export const deleteAudit = statement((db, { id }: { id: string }) =>
  db.deleteFrom('token_audit').where('id', '=', id),
)

/** In the order of their keys: by user, and by time. */
export const listNoticesAfter = statement(
  (db, { userId, id, limit }: { userId: string; id: string; limit: number }) =>
    db
      .selectFrom('notices')
      .select(['user_id as userId', 'id', 'created_at as createdAt'])
      .where(sql<boolean>`(user_id, id) > (${userId}, ${id})`)
      .orderBy('user_id')
      .orderBy('id')
      .limit(limit),
)

export const deleteNotice = statement((db, { userId, id }: { userId: string; id: string }) =>
  db.deleteFrom('notices').where('user_id', '=', userId).where('id', '=', id),
)

/** Of a user's, the next of those that come after the newest so many. */
export const listNoticesBeyond = statement(
  (db, { userId, most, limit }: { userId: string; most: number; limit: number }) =>
    db
      .selectFrom('notices')
      .select('id')
      .where('user_id', '=', userId)
      .orderBy('id', 'desc')
      .limit(limit)
      .offset(most),
)

/** In the order of their ids, which is that of time. */
export const listChangeSetsAfter = statement((db, { id, limit }: { id: string; limit: number }) =>
  db
    .selectFrom('asset_change_sets')
    .select(['id', 'created_at as createdAt'])
    .where('id', '>', id)
    .orderBy('id')
    .limit(limit),
)

export const listDeparturesAfter = statement(
  (db, { sceneDbId, assetVersionId, limit }: { sceneDbId: string; assetVersionId: string; limit: number }) =>
    db
      .selectFrom('departures')
      .select(['scene_id as sceneDbId', 'asset_version_id as assetVersionId', 'left_at as leftAt'])
      .where(sql<boolean>`(scene_id, asset_version_id) > (${sceneDbId}, ${assetVersionId})`)
      .orderBy('scene_id')
      .orderBy('asset_version_id')
      .limit(limit),
)

/** It may have left again since it was listed. */
export const deleteDeparture = statement(
  (db, row: { sceneDbId: string; assetVersionId: string; leftAt: string }) =>
    db
      .deleteFrom('departures')
      .where('scene_id', '=', row.sceneDbId)
      .where('asset_version_id', '=', row.assetVersionId)
      .where('left_at', '=', row.leftAt),
)

export const deleteChangeSet = statement((db, { id }: { id: string }) =>
  db.deleteFrom('asset_change_sets').where('id', '=', id),
)
