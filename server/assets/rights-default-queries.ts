import type { RightsState } from '@dailies/contract/asset-version.ts'
import { isAmong, isAmongRows, long, statement } from '../db/statement.ts'
import { asMember } from '../production/as-member.ts'

interface OfPlatform {
  projectId: string
  platformKey: string
}

export const listRightsDefaultsOfProject = statement((db, { projectId }: { projectId: string }) =>
  db
    .selectFrom('rights_defaults')
    .select(['platform_key as platformKey', 'rights_state as rightsState'])
    .where('project_id', '=', projectId)
    .orderBy('platform_key'),
)

export const countOtherRightsDefaults = statement((db, { projectId, platformKey }: OfPlatform) =>
  db
    .selectFrom('rights_defaults')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('project_id', '=', projectId)
    .where('platform_key', '!=', platformKey),
)

export const findRightsDefault = statement(
  (db, { projectId, platformKey, userId }: OfPlatform & { userId: string }) =>
    db
      .selectFrom('rights_defaults')
      .innerJoin('project_members as member', asMember('rights_defaults.project_id', userId))
      .select(['rights_state as rightsState', 'rights_defaults.project_id as projectId'])
      .select('member.role as memberRole')
      .where('rights_defaults.project_id', '=', projectId)
      .where('platform_key', '=', platformKey),
)

export const putRightsDefault = statement(
  (db, { projectId, platformKey, rightsState }: OfPlatform & { rightsState: RightsState }) =>
    db
      .insertInto('rights_defaults')
      .values({ project_id: projectId, platform_key: platformKey, rights_state: rightsState })
      .onConflict((conflict) =>
        conflict.columns(['project_id', 'platform_key']).doUpdateSet({ rights_state: rightsState }),
      ),
)

export const dropRightsDefault = statement((db, { projectId, platformKey }: OfPlatform) =>
  db
    .deleteFrom('rights_defaults')
    .where('project_id', '=', projectId)
    .where('platform_key', '=', platformKey),
)

/** The versions of a platform of whose rights nobody knows. In no order. */
export const listUnknownRights = long(
  statement((db, { projectId, platformKey }: OfPlatform, engine) => {
    const scenes = db.selectFrom('scenes').select('id').where('project_id', '=', projectId)
    return db
      .selectFrom('asset_versions')
      .select(['id', 'scene_id as sceneDbId'])
      .where(isAmongRows('scene_id', scenes, engine))
      .where('platform_key', '=', platformKey)
      .where('rights_state', '=', 'UNKNOWN')
  }),
)

/** The scene that each version is in; `ids` is a JSON array. */
export const listScenesOfVersions = statement((db, { ids }: { ids: string }, engine) =>
  db
    .selectFrom('asset_versions')
    .select('scene_id as sceneDbId')
    .where(isAmong('id', ids, engine)),
)

/** Of those that are still unknown. `ids` is a JSON array. */
export const setUnknownRights = statement(
  (db, { ids, rightsState, now }: { ids: string; rightsState: RightsState; now: string }, engine) =>
    db
      .updateTable('asset_versions')
      .set({ rights_state: rightsState, updated_at: now })
      .where(isAmong('id', ids, engine))
      .where('rights_state', '=', 'UNKNOWN'),
)
