import type { AssetStatus, RightsState } from '@dailies/contract/asset-version.ts'
import type { VerdictKind } from '@dailies/contract/verdict.ts'
import { sql } from 'kysely'
import { allBut, inSql, named, written } from '../db/asset-version-columns.ts'
import { statement } from '../db/statement.ts'
import { asMember } from '../production/as-member.ts'
import { cardColumnsFor } from './board-queries.ts'

/** All of a version, with what it belongs to. */
export const findWholeVersionOfMember = statement((db, { id, userId }: { id: string; userId: string }) =>
  db
    .selectFrom('asset_versions')
    .innerJoin('projects', 'projects.id', 'asset_versions.project_id')
    .innerJoin('project_members as member', asMember('projects.id', userId))
    .innerJoin('scenes', 'scenes.id', 'asset_versions.scene_id')
    .leftJoin('shots', 'shots.id', 'asset_versions.shot_id')
    .leftJoin('prompt_packages', 'prompt_packages.id', 'asset_versions.prompt_package_id')
    .select(cardColumnsFor(userId))
    .select([
      'asset_versions.prompt as wholePrompt',
      ...named(
        'asset_versions',
        'negativePrompt',
        'sourceUrl',
        'externalAssetId',
        'parentVersionId',
        'metadata',
        'provenance',
        'tags',
        'notes',
        'queueWaitSeconds',
      ),
      'projects.id as projectId',
      'projects.name as projectName',
      'projects.status as projectStatus',
      'scenes.id as sceneDbId',
      'scenes.scene_number as sceneId',
      'shots.shot_code as shotCode',
      'prompt_packages.id as packageId',
      'prompt_packages.name as packageName',
      'member.role as memberRole',
      sql<VerdictKind | null>`(select verdicts.verdict from verdicts
        where verdicts.asset_version_id = asset_versions.id and verdicts.is_current = 1
          and verdicts.user_id = member.user_id)`.as('myVerdict'),
    ])
    .where('asset_versions.id', '=', id)
    .whereRef('scenes.project_id', '=', 'asset_versions.project_id'),
)

export const findShotOfScene = statement((db, { id, sceneDbId }: { id: string; sceneDbId: string }) =>
  db.selectFrom('shots').select('id').where('id', '=', id).where('scene_id', '=', sceneDbId),
)

export const findDetails = statement((db, { id }: { id: string }) =>
  db.selectFrom('asset_versions').select(['title', 'notes', 'tags']).where('id', '=', id),
)

export const setDetails = statement(
  (
    db,
    version: {
      id: string
      title: string | null
      notes: string | null
      tags: string | null
      rightsState: RightsState
      shotId: string | null
      status: AssetStatus
      selected: number
      now: string
    },
  ) =>
    db
      .updateTable('asset_versions')
      .set({
        ...written(version, 'title', 'notes', 'tags', 'rightsState', 'shotId', 'status', 'selected'),
        updated_at: version.now,
      })
      .where('id', '=', version.id),
)

/** Of a version that goes and comes back, all but what changes on the way. */
const kept = inSql(allBut('shotId', 'status', 'selected', 'updatedAt'))
const all = inSql(allBut())

export const insertDeletedVersion = statement(
  (db, { id, by, now }: { id: string; by: string; now: string }) =>
    db
      .insertInto('deleted_asset_versions')
      .columns([...all, 'deleted_at', 'deleted_by'])
      .expression((select) =>
        select
          .selectFrom('asset_versions')
          .select([...all, sql<string>`${now}`.as('deleted_at'), sql<string>`${by}`.as('deleted_by')])
          .where('id', '=', id),
      ),
)

export const deleteVersion = statement((db, { id }: { id: string }) =>
  db.deleteFrom('asset_versions').where('id', '=', id),
)

export const insertRestoredVersion = statement(
  (db, version: { id: string; shotId: string | null; status: AssetStatus; selected: number; now: string }) =>
    db
      .insertInto('asset_versions')
      .columns([...kept, 'shot_id', 'status', 'selected', 'updated_at'])
      .expression((select) =>
        select
          .selectFrom('deleted_asset_versions')
          .select([
            ...kept,
            sql<string | null>`${version.shotId}`.as('shot_id'),
            sql<AssetStatus>`${version.status}`.as('status'),
            sql<number>`cast(${version.selected} as integer)`.as('selected'),
            sql<string>`${version.now}`.as('updated_at'),
          ])
          .where('id', '=', version.id),
      ),
)

export const deleteDeletedVersion = statement((db, { id }: { id: string }) =>
  db.deleteFrom('deleted_asset_versions').where('id', '=', id),
)
