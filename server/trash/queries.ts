import { sql } from 'kysely'
import { named } from '../db/asset-version-columns.ts'
import { asText, isAmong, isAmongRows, statement } from '../db/statement.ts'
import { mediaSummaryOf } from '../media/card-queries.ts'

interface Page {
  projectId: string
  /** Of the last of the page before. */
  deletedAt: string
  id: string
  limit: number
}

/** In the order in which they were deleted, the last first. */
export const listDeleted = statement((db, { projectId, deletedAt, id, limit }: Page) =>
  db
    .selectFrom('deleted_asset_versions as version')
    .innerJoin('scenes', (join) =>
      // A scene that was deleted is of another project.
      join.onRef('scenes.id', '=', 'version.scene_id').onRef('scenes.project_id', '=', 'version.project_id'),
    )
    .leftJoin('shots', 'shots.id', 'version.shot_id')
    .leftJoin('users as maker', 'maker.id', 'version.created_by')
    .leftJoin('users as deleter', 'deleter.id', 'version.deleted_by')
    .select([
      ...named('version', 'id', 'assetType', 'platformKey', 'platformLabel', 'versionNumber', 'title'),
      sql<string>`substr(version.prompt, 1, 500)`.as('prompt'),
      sql<string>`coalesce(version.output_url, '')`.as('outputUrl'),
      ...named('version', 'thumbnailUrl', 'status', 'selected', 'createdAt'),
      'maker.name as createdByName',
      mediaSummaryOf('version').as('mediaSummary'),
      'scenes.id as sceneDbId',
      'scenes.scene_number as sceneId',
      'shots.id as shotId',
      'shots.shot_code as shotCode',
      'version.deleted_at as deletedAt',
      'deleter.id as deleterId',
      'deleter.name as deleterName',
    ])
    .where('version.project_id', '=', projectId)
    .where(sql<boolean>`version.deleted_at > ''`)
    .where(sql<boolean>`(version.deleted_at, version.id) < (${asText(deletedAt)}, ${asText(id)})`)
    .orderBy('version.deleted_at', 'desc')
    .orderBy('version.id', 'desc')
    .limit(limit),
)

/** What is in a deleted scene goes with that. */
const isListed = sql<boolean>`exists (select 1 from scenes where scenes.id = deleted_asset_versions.scene_id
  and scenes.project_id = deleted_asset_versions.project_id)`

/** From then on nobody finds them; whatever removes what is too old removes them. `ids` is a JSON array. */
export const purgeDeleted = statement((db, { projectId, ids }: { projectId: string; ids: string }, engine) =>
  db
    .updateTable('deleted_asset_versions')
    .set({ deleted_at: '' })
    .where('project_id', '=', projectId)
    .where('deleted_at', '>', '')
    .where(isListed)
    .where(isAmong('id', ids, engine)),
)

/** The same of so many, those first that were deleted last, as they are listed. */
export const purgeSomeDeleted = statement(
  (db, { projectId, limit }: { projectId: string; limit: number }, engine) =>
    db
      .updateTable('deleted_asset_versions')
      .set({ deleted_at: '' })
      .where((where) =>
        isAmongRows(
          'id',
          where
            .selectFrom('deleted_asset_versions')
            .select('id')
            .where('project_id', '=', projectId)
            .where('deleted_at', '>', '')
            .where(isListed)
            .orderBy('deleted_at', 'desc')
            .orderBy('id', 'desc')
            .limit(limit),
          engine,
        ),
      ),
)
