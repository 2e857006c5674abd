import { sql } from 'kysely'
import { statement, textsOf } from '../db/statement.ts'
import { mediaSummaryOf } from '../media/card-queries.ts'

interface Kin {
  id: string
  projectId: string
  limit: number
}

/** The version itself, generation 0, and up to `limit` before it. */
export const listAncestors = statement((db, { id, projectId, limit }: Kin) =>
  db
    .withRecursive('ancestors(id, parent_version_id, generation)', (cte) =>
      cte
        .selectFrom('asset_versions')
        .select(['id', 'parent_version_id', sql<number>`0`.as('generation')])
        .where('id', '=', id)
        .where('project_id', '=', projectId)
        .unionAll(
          cte
            .selectFrom('ancestors')
            .innerJoin('asset_versions as parent', 'parent.id', 'ancestors.parent_version_id')
            .select(['parent.id', 'parent.parent_version_id', sql<number>`generation + 1`.as('generation')])
            .where(isOf('parent', projectId))
            .where('generation', '<', limit),
        ),
    )
    .selectFrom('ancestors')
    .select(['id', 'generation']),
)

/** Not by the index of projects: next of kin are few, and what a project has may be all there is. */
function isOf(version: 'parent' | 'child' | 'made', projectId: string) {
  return sql<boolean>`(${sql.ref(`${version}.project_id`)} = ${projectId}) is true`
}

/** The newest of those that were made from it. */
export const listChildren = statement((db, { id, projectId, limit }: Kin) =>
  db
    .selectFrom('asset_versions')
    .select('id')
    .where('parent_version_id', '=', id)
    .where('project_id', '=', projectId)
    .orderBy('id', 'desc')
    .limit(limit),
)

/** The version and what was made from it, generation after generation: both engines go on in that way, up to the limit. */
export const listFamily = statement((db, { id, projectId, limit }: Kin, engine) =>
  db
    .withRecursive('family(id)', (cte) =>
      cte
        .selectFrom('asset_versions')
        .select('id')
        .where('id', '=', id)
        .where('project_id', '=', projectId)
        // Not `unionAll`: it ends where versions were made from one another in a circle.
        .union(
          engine === 'postgres'
            ? // What has a limit it looks up for each; else it may read the whole table for every generation.
              cte
                .selectFrom('family')
                .innerJoinLateral(
                  (select) =>
                    select
                      .selectFrom('asset_versions as made')
                      .select('made.id')
                      .whereRef('made.parent_version_id', '=', 'family.id')
                      .where(isOf('made', projectId))
                      .limit(limit)
                      .as('child'),
                  (join) => join.onTrue(),
                )
                .select('child.id')
            : cte
                .selectFrom('family')
                .innerJoin('asset_versions as child', 'child.parent_version_id', 'family.id')
                .select('child.id')
                .where(isOf('child', projectId)),
        ),
    )
    .selectFrom('family')
    .select('id')
    .limit(limit),
)

/** `ids` is a JSON array. */
export const listNodes = statement((db, { ids }: { ids: string }, engine) => {
  return db
    .selectFrom(textsOf(ids, engine).as('given'))
    .innerJoin('asset_versions', 'asset_versions.id', 'given.value')
    .innerJoin('scenes', (join) =>
      join
        .onRef('scenes.id', '=', 'asset_versions.scene_id')
        // One that was deleted has left the project.
        .onRef('scenes.project_id', '=', 'asset_versions.project_id'),
    )
    .select([
      'asset_versions.id',
      'asset_versions.asset_type as assetType',
      'asset_versions.platform_key as platformKey',
      sql<string>`substr(asset_versions.prompt, 1, 500)`.as('prompt'),
      sql<string>`coalesce(asset_versions.output_url, '')`.as('outputUrl'),
      'asset_versions.thumbnail_url as thumbnailUrl',
      'asset_versions.status',
      'asset_versions.selected',
      'asset_versions.version_number as versionNumber',
      'asset_versions.created_at as createdAt',
      'asset_versions.parent_version_id as parentVersionId',
      'scenes.scene_number as sceneId',
      mediaSummaryOf('asset_versions').as('mediaSummary'),
    ])
})
