import { sql } from 'kysely'
import { named } from '../db/asset-version-columns.ts'
import { type Builder, long, type RowOf, statement } from '../db/statement.ts'

interface OfProject {
  projectId: string
}

export const listScenesForReport = long(
  statement((db, { projectId }: OfProject) =>
    db
      .selectFrom('scenes')
      .select(['id as sceneDbId', 'scene_number as sceneId'])
      .where('project_id', '=', projectId)
      .orderBy('number_order')
      .orderBy('id'),
  ),
)

/** A sum of so much could be more than a number holds, so none counts for more. */
const most = sql.lit(1e12)

function sumOf(column: string) {
  const value = sql.ref(column)
  return sql<number>`coalesce(sum(case when ${value} > ${most} then ${most} else ${value} end), 0)`
}

/** What the asset versions of a project took: those of one scene, platform, model and state of rights together. */
export const sumVersions = long(
  statement((db, { projectId }: OfProject) =>
    db
      // Through the scenes: an index by project would be one more that every capture writes to.
      .selectFrom('scenes')
      .innerJoin('asset_versions', 'asset_versions.scene_id', 'scenes.id')
      .select(({ fn }) => [
        'scene_id as sceneDbId',
        'platform_key as platformKey',
        'platform_label as platformLabel',
        'model_name as modelName',
        'rights_state as rightsState',
        fn.countAll<number>().as('versions'),
        sql<number>`sum(selected)`.as('winners'),
        sql<number>`sum(case when selected = 1 or status in ('APPROVED', 'FINAL') then 1 else 0 end)`.as(
          'inUse',
        ),
        sumOf('cost_estimate_usd').as('costUsd'),
        fn.count<number>('cost_estimate_usd').as('withCost'),
        sumOf('generation_seconds').as('generationSeconds'),
        fn.count<number>('generation_seconds').as('withGenerationTime'),
        sumOf('queue_wait_seconds').as('queueWaitSeconds'),
        fn.count<number>('queue_wait_seconds').as('withQueueTime'),
      ])
      .where('scenes.project_id', '=', projectId)
      .groupBy(['scene_id', 'platform_key', 'platform_label', 'model_name', 'rights_state']),
  ),
)

export type VersionSums = RowOf<typeof sumVersions>

/** What is in use though its rights do not allow it: by scene number, shot, type and version number. */
export const listNotSafe = long(
  statement((db, { projectId, limit }: OfProject & { limit: number }) =>
    db
      .selectFrom(
        // Two lists, for there is an index of each.
        notSafe(db, projectId)
          .where('selected', '=', sql.lit(1))
          .unionAll(
            notSafe(db, projectId)
              .where('selected', '=', 0)
              .where(sql<boolean>`asset_versions.status in ('APPROVED', 'FINAL')`),
          )
          .as('not_safe'),
      )
      .select([
        'id',
        'sceneId',
        'shotCode',
        'assetType',
        'platformKey',
        'platformLabel',
        'versionNumber',
        'status',
        'rightsState',
        'title',
      ])
      .orderBy('number_order')
      .orderBy('sort_order')
      .orderBy('shot_id')
      .orderBy('assetType')
      .orderBy('versionNumber')
      .orderBy('id')
      .limit(limit),
  ),
)

function notSafe(db: Builder, projectId: string) {
  return db
    .selectFrom('scenes')
    .innerJoin('asset_versions', 'asset_versions.scene_id', 'scenes.id')
    .leftJoin('shots', 'shots.id', 'asset_versions.shot_id')
    .select([
      ...named('asset_versions', 'id'),
      'scenes.scene_number as sceneId',
      'shots.shot_code as shotCode',
      ...named('asset_versions', 'assetType', 'platformKey', 'platformLabel', 'versionNumber', 'status'),
      ...named('asset_versions', 'rightsState', 'title'),
      'scenes.number_order',
      // What has no shot comes first.
      sql<number>`case when shots.id is null then -1e308 else shots.sort_order end`.as('sort_order'),
      sql<string>`coalesce(shots.id, '')`.as('shot_id'),
    ])
    .where('scenes.project_id', '=', projectId)
    .where('asset_versions.rights_state', '<>', 'COMMERCIAL_ALLOWED')
}
