import { sql } from 'kysely'
import { named } from '../db/asset-version-columns.ts'
import { type Builder, long, type RowOf, statement } from '../db/statement.ts'
import {
  type CapturedDays,
  type Captured as CapturedOf,
  sumsOfProject,
} from '../production/take-sum-queries.ts'

interface OfProject {
  projectId: string
}

type Captured = OfProject & CapturedOf

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

const whole = (column: string) => sql<number>`cast(sum(${sql.ref(column)}) as bigint)`

const sums = [
  whole('versions').as('versions'),
  whole('winners').as('winners'),
  sql<number>`sum(cost_usd)`.as('costUsd'),
  whole('with_cost').as('withCost'),
  sql<number>`sum(generation_seconds)`.as('generationSeconds'),
  whole('with_generation_time').as('withGenerationTime'),
  sql<number>`sum(queue_wait_seconds)`.as('queueWaitSeconds'),
  whole('with_queue_time').as('withQueueTime'),
] as const

type InDays = OfProject & CapturedDays

/** What the asset versions of a project took: those of one scene, platform, model, state of rights and person together. */
export const sumVersions = long(
  statement((db, captured: InDays) =>
    db
      .selectFrom(sumsOfProject(captured.projectId, captured).as('part'))
      .select([
        'scene_id as sceneDbId',
        'platform_key as platformKey',
        'platform_label as platformLabel',
        'model_name as modelName',
        'rights_state as rightsState',
        'created_by as userId',
        ...sums,
        whole('in_use').as('inUse'),
      ])
      .groupBy(['scene_id', 'platform_key', 'platform_label', 'model_name', 'rights_state', 'created_by']),
  ),
)

/** The same without telling scenes and rights apart. */
export const sumFilm = long(
  statement((db, captured: InDays) =>
    db
      .selectFrom(sumsOfProject(captured.projectId, captured).as('part'))
      .select(['platform_key as platformKey', 'platform_label as platformLabel', 'model_name as modelName'])
      .select(['created_by as userId', ...sums])
      .groupBy(['platform_key', 'platform_label', 'model_name', 'created_by']),
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
