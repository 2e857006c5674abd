import { sql } from 'kysely'
import { named } from '../db/asset-version-columns.ts'
import { isAmongRows, statement, textsOf } from '../db/statement.ts'

/**
 * Of each hash the ten newest asset versions of a project that have it as their original. `hashes` is a JSON array of text;
 * none may be there twice. They are found by the hash, and no row of another project is told of.
 */
export const listNewestKept = statement((db, asked: { projectId: string; hashes: string }, engine) => {
  const newestTen = db
    .selectFrom('version_media as media')
    .select('media.version_id')
    .whereRef('media.hash', '=', sql.ref('asked.value'))
    .where('media.hash', 'is not', null)
    .where('media.project_id', '=', asked.projectId)
    .where('media.kind', '=', sql.lit('original'))
    .where('media.state', '=', sql.lit('kept'))
    // Ids grow with time.
    .orderBy('media.version_id', 'desc')
    .limit(sql.lit(10))
  return db
    .selectFrom(textsOf(asked.hashes, engine).as('asked'))
    .innerJoin('asset_versions', (join) => join.on(isAmongRows('asset_versions.id', newestTen, engine)))
    .innerJoin('scenes', (join) =>
      join
        .onRef('scenes.id', '=', 'asset_versions.scene_id')
        // One that was deleted has left the project.
        .onRef('scenes.project_id', '=', 'asset_versions.project_id'),
    )
    .select([
      sql<string>`asked.value`.as('sha256'),
      'asset_versions.id as assetVersionId',
      ...named('asset_versions', 'sceneDbId'),
      'scenes.scene_number as sceneId',
      ...named('asset_versions', 'shotId', 'assetType', 'versionNumber', 'platformKey', 'platformLabel'),
    ])
})
