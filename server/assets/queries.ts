import type { AssetStatus, AssetType, RightsState } from '@dailies/contract/asset-version.ts'
import { type Expression, type RawBuilder, sql } from 'kysely'
import { type AssetVersionFields, allBut, named, written } from '../db/asset-version-columns.ts'
import type { Engine } from '../db/database.ts'
import { type Builder, statement } from '../db/statement.ts'
import { exactNow } from '../db/time.ts'
import { asMember } from '../production/as-member.ts'
import { unselect } from '../production/winner-queries.ts'
import { activeWebhookOf } from '../webhooks/event-queries.ts'

/** What a capture refers to, as values or as columns of a statement. */
type References<Text = string> = Record<'userId' | 'projectId' | 'sceneId', Text> &
  Record<
    'shotId' | 'platformKey' | 'platformId' | 'promptPackageId' | 'parentVersionId',
    Text | (Text extends string ? null : never)
  >

/**
 * All that a capture refers to, in one row: nothing where the user is no member of the project, and null in place
 * of whatever else is missing or of another project.
 */
export function captureContext(db: Builder, refers: References | References<Expression<string>>) {
  return db
    .selectFrom('project_members as member')
    .leftJoin('scenes', (join) =>
      join
        .onRef('scenes.project_id', '=', 'member.project_id')
        .on('scenes.scene_number', '=', refers.sceneId),
    )
    .leftJoin('shots', (join) =>
      join.onRef('shots.scene_id', '=', 'scenes.id').on('shots.id', '=', refers.shotId),
    )
    .leftJoin('platforms as by_key', (join) => join.on('by_key.slug', '=', refers.platformKey))
    .leftJoin('platforms as by_id', (join) => join.on('by_id.id', '=', refers.platformId))
    .leftJoin('prompt_packages', (join) =>
      join
        .onRef('prompt_packages.project_id', '=', 'member.project_id')
        .on('prompt_packages.id', '=', refers.promptPackageId),
    )
    .leftJoin('asset_versions as parents', (join) =>
      join
        .onRef('parents.project_id', '=', 'member.project_id')
        .on('parents.id', '=', refers.parentVersionId)
        // Asked as a value, which has PostgreSQL look the scene up by its id rather than join all scenes of the project.
        .on(({ eb, selectFrom, ref }) =>
          eb(
            selectFrom('scenes as own').select('own.project_id').whereRef('own.id', '=', 'parents.scene_id'),
            '=',
            ref('parents.project_id'),
          ),
        ),
    )
    .select([
      'member.project_id as projectId',
      'member.role as memberRole',
      'scenes.id as sceneDbId',
      'shots.id as shotId',
      'by_key.id as idByKey',
      'by_key.name as nameByKey',
      'by_id.slug as slugById',
      'by_id.name as nameById',
      'prompt_packages.id as promptPackageId',
      'parents.id as parentVersionId',
      activeWebhookOf(db, 'member.project_id'),
    ])
    .where('member.project_id', '=', refers.projectId)
    .where('member.user_id', '=', refers.userId)
    .where('member.deleted_at', 'is', null)
}

export const findCaptureContext = statement((db, refers: References) => captureContext(db, refers))

/**
 * Counts on, and starts at 1: the row stays locked until the transaction ends, so a number is never given twice. The time
 * comes from the clock of the database once the row is locked, and is never before that of the number before: so by time
 * and id versions stand in the order of their numbers, whatever the clocks of the nodes say. With it come the exact
 * time, and what the studio says of the rights of the platform's output. Of a project that came, transfer/count-anew.ts counts.
 */
export const nextVersionNumber = statement(
  (
    db,
    counter: { projectId: string; sceneDbId: string; assetType: AssetType; platformKey: string; id: string },
    engine,
  ) => {
    const { now, after } = times[engine]
    return db
      .insertInto('version_counters')
      .values({
        scene_id: counter.sceneDbId,
        asset_type: counter.assetType,
        platform_key: counter.platformKey,
        last_number: 1,
        last_id: counter.id,
        last_created_at: now,
      })
      .onConflict((conflict) =>
        conflict.columns(['scene_id', 'asset_type', 'platform_key']).doUpdateSet((set) => ({
          last_number: set('version_counters.last_number', '+', 1),
          last_id: set.ref('excluded.last_id'),
          last_created_at: sql<string>`case
            when version_counters.last_created_at < ${now} then ${now}
            when version_counters.last_id < excluded.last_id then version_counters.last_created_at
            else ${after(sql`version_counters.last_created_at`)} end`,
        })),
      )
      .returning([
        'last_number as versionNumber',
        'last_created_at as createdAt',
        exactNow[engine].as('countedAt'),
        sql<RightsState | null>`(select rights_defaults.rights_state from rights_defaults
          where rights_defaults.project_id = ${counter.projectId}
            and rights_defaults.platform_key = ${counter.platformKey})`.as('rightsDefault'),
      ])
  },
)

const iso = sql.lit('YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')

/** Now, and a millisecond after a time, as times are written. */
export const times: Record<
  Engine,
  { now: RawBuilder<string>; after: (time: RawBuilder<unknown>) => RawBuilder<string> }
> = {
  sqlite: {
    now: sql<string>`strftime('%Y-%m-%dT%H:%M:%fZ', 'now')`,
    after: (time) => sql<string>`strftime('%Y-%m-%dT%H:%M:%fZ', ${time}, '+0.001 seconds')`,
  },
  postgres: {
    now: sql<string>`to_char(clock_timestamp() at time zone 'UTC', ${iso})`,
    after: (time) =>
      sql<string>`to_char(cast(${time} as timestamptz) at time zone 'UTC' + interval '1 millisecond', ${iso})`,
  },
}

export const insertAssetVersion = statement((db, version: Omit<AssetVersionFields, 'updatedAt'>) =>
  db.insertInto('asset_versions').values({
    ...written(version, ...allBut('updatedAt')),
    updated_at: version.createdAt,
  }),
)

/** The winner of the scene, shot and type, if there is one, is so no longer. */
export const unselectWinner = statement(
  (db, group: { sceneDbId: string; shotId: string | null; assetType: AssetType; now: string }) =>
    unselect(db, group.now)
      .where('scene_id', '=', group.sceneDbId)
      .where('asset_type', '=', group.assetType)
      .where(sql`coalesce(shot_id, '')`, '=', sql`coalesce(${group.shotId}, '')`),
)

/** One that names this version as what it was made from. */
export const findMadeFrom = statement((db, { id }: { id: string }) =>
  db.selectFrom('asset_versions').select('id').where('parent_version_id', '=', id).limit(1),
)

/** A version that is there, or one that was deleted, with where it is and what a reply says of it. */
function versionOfMember(table: 'asset_versions' | 'deleted_asset_versions') {
  return statement((db, { id, userId }: { id: string; userId: string }) =>
    db
      .selectFrom(`${table as 'asset_versions'} as version`)
      .innerJoin('project_members as member', asMember('version.project_id', userId))
      .innerJoin('scenes', 'scenes.id', 'version.scene_id')
      .select([
        ...named('version', 'id', 'projectId', 'sceneDbId'),
        'scenes.scene_number as sceneId',
        ...named('version', 'versionNumber', 'platformKey', 'platformLabel', 'assetType', 'status'),
        ...named('version', 'rightsState', 'shotId', 'createdAt', 'selected', 'compareGroup', 'createdBy'),
        'member.role as memberRole',
        activeWebhookOf(db, 'version.project_id'),
      ])
      .where('version.id', '=', id)
      // The scene may have been deleted, and its versions are still to go.
      .whereRef('scenes.project_id', '=', 'version.project_id')
      // Not one that is to go for good.
      .$if(table === 'deleted_asset_versions', (query) => query.where(sql<boolean>`version.deleted_at > ''`)),
  )
}

export const findAssetVersionOfMember = versionOfMember('asset_versions')
export const findDeletedVersionOfMember = versionOfMember('deleted_asset_versions')

export const setSelection = statement(
  (
    db,
    version: { id: string; status: AssetStatus; selected: number; compareGroup: string | null; now: string },
  ) =>
    db
      .updateTable('asset_versions')
      .set({ ...written(version, 'status', 'selected', 'compareGroup'), updated_at: version.now })
      .where('id', '=', version.id),
)

export const findWinner = statement(
  (db, group: { sceneDbId: string; shotId: string | null; assetType: AssetType }) =>
    db
      .selectFrom('asset_versions')
      .select('id')
      .where('scene_id', '=', group.sceneDbId)
      .where('asset_type', '=', group.assetType)
      .where(sql`coalesce(shot_id, '')`, '=', sql`coalesce(${group.shotId}, '')`)
      .where('selected', '=', sql.lit(1)),
)

/** How many shots of the scene are required, and how many of them have an APPROVED or FINAL version. */
export const countRequiredShots = statement((db, { sceneDbId }: { sceneDbId: string }) =>
  db
    .selectFrom('shots')
    .select(({ fn, exists, selectFrom }) => [
      fn.countAll<number>().as('total'),
      fn
        .count<number>('shots.id')
        .filterWhere(
          exists(
            selectFrom('asset_versions')
              .select('asset_versions.id')
              .whereRef('asset_versions.scene_id', '=', 'shots.scene_id')
              .whereRef('asset_versions.shot_id', '=', 'shots.id')
              // Written into the text, not parameters: the index of approved versions is a partial one.
              .where(sql<boolean>`asset_versions.status in ('APPROVED', 'FINAL')`),
          ),
        )
        .as('approved'),
    ])
    .where('scene_id', '=', sceneDbId)
    .where('required', '=', 1),
)

const listed = [
  ...named('asset_versions', 'id', 'assetType', 'platformKey', 'prompt'),
  sql<string>`coalesce(output_url, '')`.as('outputUrl'),
  ...named('asset_versions', 'thumbnailUrl', 'status', 'versionNumber', 'createdAt'),
]

export const listAssetVersionsOfScene = statement(
  (db, { sceneDbId, limit }: { sceneDbId: string; limit: number }) =>
    db
      .selectFrom('asset_versions')
      .select(listed)
      .where('scene_id', '=', sceneDbId)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit),
)

export const listAssetVersionsOfSceneAndType = statement(
  (db, { sceneDbId, assetType, limit }: { sceneDbId: string; assetType: AssetType; limit: number }) =>
    db
      .selectFrom('asset_versions')
      .select(listed)
      .where('scene_id', '=', sceneDbId)
      .where('asset_type', '=', assetType)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit),
)
