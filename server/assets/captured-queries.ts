import { sql } from 'kysely'
import { named } from '../db/asset-version-columns.ts'
import { isAmong, isAmongRows, statement, textsOf } from '../db/statement.ts'

/** What is told of a version, beside its scene. */
const matched = [
  ...named('asset_versions', 'externalAssetId'),
  sql<string>`coalesce(output_url, '')`.as('outputUrl'),
  sql<string>`asset_versions.id`.as('assetVersionId'),
  ...named('asset_versions', 'projectId', 'sceneDbId'),
  sql<string>`scenes.scene_number`.as('sceneId'),
  ...named('asset_versions', 'shotId', 'versionNumber', 'createdAt'),
] as const

/**
 * Of each value the ten newest asset versions that have it in the column, among the projects that are the user's and
 * (unless it is empty) in the list. `values` and `projectIds` are JSON arrays of text; no value may be there twice.
 */
function newestOf(column: 'external_asset_id' | 'output_url') {
  return statement((db, asked: { userId: string; projectIds: string; values: string }, engine) => {
    // By the cross join SQLite looks for the value first, and not once in every project.
    const newestTen = db
      .selectFrom('asset_versions as found')
      .crossJoin('project_members as member')
      .select('found.id')
      // PostgreSQL's index has the hash of a value: it may be too long itself.
      .$if(engine === 'postgres', (query) =>
        query.where(sql<boolean>`md5(${sql.ref(`found.${column}`)}) = md5(asked.value)`),
      )
      .where(sql.ref(`found.${column}`), '=', sql.ref('asked.value'))
      .where(sql.ref(`found.${column}`), 'is not', null)
      .whereRef('member.project_id', '=', 'found.project_id')
      .where('member.user_id', '=', asked.userId)
      .where('member.deleted_at', 'is', null)
      .where(
        sql<boolean>`(${asked.projectIds} = '[]' or ${asked.projectIds} like '%"' || found.project_id || '"%')`,
      )
      .orderBy('found.created_at', 'desc')
      .orderBy('found.id', 'desc')
      .limit(sql.lit(10))
    return db
      .selectFrom(textsOf(asked.values, engine).as('asked'))
      .innerJoin('asset_versions', (join) => join.on(isAmongRows('asset_versions.id', newestTen, engine)))
      .innerJoin('scenes', (join) =>
        join
          .onRef('scenes.id', '=', 'asset_versions.scene_id')
          // One that was deleted has left the project.
          .onRef('scenes.project_id', '=', 'asset_versions.project_id'),
      )
      .select(matched)
  })
}

export const newestOfExternalIds = newestOf('external_asset_id')
export const newestOfOutputUrls = newestOf('output_url')

/** The versions that the user's captures with those keys made, as far as they are there; `values` and `projectIds` as above. */
export const versionsOfCaptureIds = statement(
  (db, asked: { userId: string; projectIds: string; values: string }, engine) =>
    db
      .selectFrom('capture_keys')
      .where('capture_keys.user_id', '=', asked.userId)
      .where('capture_keys.kind', '=', 'captureId')
      .where(isAmong('capture_keys.key', asked.values, engine))
      .innerJoin('asset_versions', 'asset_versions.id', 'capture_keys.asset_version_id')
      .innerJoin('scenes', (join) =>
        join
          .onRef('scenes.id', '=', 'asset_versions.scene_id')
          .onRef('scenes.project_id', '=', 'asset_versions.project_id'),
      )
      .innerJoin('project_members as member', (join) =>
        join
          .onRef('member.project_id', '=', 'asset_versions.project_id')
          .on('member.user_id', '=', asked.userId)
          .on('member.deleted_at', 'is', null),
      )
      .where(
        sql<boolean>`(${asked.projectIds} = '[]' or ${asked.projectIds} like '%"' || asset_versions.project_id || '"%')`,
      )
      .select(['capture_keys.key as captureId', ...matched]),
)
