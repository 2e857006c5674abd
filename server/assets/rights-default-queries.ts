import type { RightsState } from '@dailies/contract/asset-version.ts'
import { sql } from 'kysely'
import { statement } from '../db/statement.ts'

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

/** The scenes with versions of a platform of whose rights nobody knows. */
export const listScenesOfUnknownRights = statement((db, { projectId, platformKey }: OfPlatform) =>
  db
    .selectFrom('scenes')
    .select('scenes.id')
    .where('scenes.project_id', '=', projectId)
    .where(sql<boolean>`exists (select 1 from asset_versions where asset_versions.scene_id = scenes.id
      and asset_versions.platform_key = ${platformKey} and asset_versions.rights_state = 'UNKNOWN')`),
)

interface UnknownRights {
  sceneDbId: string
  platformKey: string
  rightsState: RightsState
  now: string
  limit: number
}

/** Of so many versions of the scene. */
export const setUnknownRights = statement((db, change: UnknownRights, engine) => {
  const some = db
    .selectFrom('asset_versions')
    .select('id')
    .where('scene_id', '=', change.sceneDbId)
    .where('platform_key', '=', change.platformKey)
    .where('rights_state', '=', 'UNKNOWN')
    .limit(change.limit)
  return db
    .updateTable('asset_versions')
    .set({ rights_state: change.rightsState, updated_at: change.now })
    .where(engine === 'postgres' ? sql<boolean>`id = any(array${some})` : sql<boolean>`id in ${some}`)
})
