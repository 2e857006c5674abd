import { sql } from 'kysely'
import { named } from '../db/asset-version-columns.ts'
import { type Builder, long, type RowOf, statement } from '../db/statement.ts'
import { sumOf } from '../production/budget-queries.ts'

interface OfProject {
  projectId: string
}

/** Versions that were captured from `from` on and before `to`; by that user, or, where that is empty, by anybody. */
export interface Captured extends OfProject {
  from: string
  to: string
  by: string
}

function isCaptured({ from, to, by }: Captured, time = sql.ref('asset_versions.created_at')) {
  return sql<boolean>`${time} >= ${from} and ${time} < ${to} and (${by} = '' or asset_versions.created_by = ${by})`
}

/** A time by which no index is taken. */
const unindexed = sql<string>`(asset_versions.created_at || '')`

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

const sums = [
  sql<number>`count(*)`.as('versions'),
  sql<number>`sum(selected)`.as('winners'),
  sumOf('cost_estimate_usd').as('costUsd'),
  sql<number>`count(cost_estimate_usd)`.as('withCost'),
  sumOf('generation_seconds').as('generationSeconds'),
  sql<number>`count(generation_seconds)`.as('withGenerationTime'),
  sumOf('queue_wait_seconds').as('queueWaitSeconds'),
  sql<number>`count(queue_wait_seconds)`.as('withQueueTime'),
] as const

/** What the asset versions of a project took: those of one scene, platform, model, state of rights and person together. */
export const sumVersions = long(
  statement((db, captured: Captured) =>
    db
      // Through the scenes: an index by project would be one more that every capture writes to.
      .selectFrom('scenes')
      .innerJoin('asset_versions', 'asset_versions.scene_id', 'scenes.id')
      .select([
        'scene_id as sceneDbId',
        'platform_key as platformKey',
        'platform_label as platformLabel',
        'model_name as modelName',
        'rights_state as rightsState',
        'asset_versions.created_by as userId',
        ...sums,
        sql<number>`sum(case when selected = 1 or status in ('APPROVED', 'FINAL') then 1 else 0 end)`.as(
          'inUse',
        ),
      ])
      .where('scenes.project_id', '=', captured.projectId)
      .where(isCaptured(captured))
      .groupBy(['scene_id', 'platform_key', 'platform_label', 'model_name', 'rights_state'])
      .groupBy('asset_versions.created_by'),
  ),
)

/** The same without telling scenes and rights apart. */
export const sumFilm = long(
  statement((db, captured: Captured) =>
    db
      .selectFrom('scenes')
      .innerJoin('asset_versions', 'asset_versions.scene_id', 'scenes.id')
      .select(['platform_key as platformKey', 'platform_label as platformLabel', 'model_name as modelName'])
      .select(['asset_versions.created_by as userId', ...sums])
      .where('scenes.project_id', '=', captured.projectId)
      .where(isCaptured(captured))
      .groupBy(['platform_key', 'platform_label', 'model_name', 'asset_versions.created_by']),
  ),
)

export type FilmSums = RowOf<typeof sumFilm>

/** What is in use though its rights do not allow it: by scene number, shot, type and version number. */
export const listNotSafe = long(
  statement((db, captured: Captured & { limit: number }) =>
    db
      .selectFrom(
        // Two lists, for there is an index of each.
        notSafe(db, captured)
          .where('selected', '=', sql.lit(1))
          .unionAll(
            notSafe(db, captured)
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
      .limit(captured.limit),
  ),
)

function notSafe(db: Builder, captured: Captured) {
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
    .where('scenes.project_id', '=', captured.projectId)
    .where(isCaptured(captured, unindexed))
    .where('asset_versions.rights_state', '<>', 'COMMERCIAL_ALLOWED')
}
