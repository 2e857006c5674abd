import type { AssetType, CaptureStatus } from '@dailies/contract/asset-version.ts'
import { statement } from '../db/statement.ts'

export const findPreferences = statement((db, { userId }: { userId: string }) =>
  db
    .selectFrom('preferences')
    .select([
      'last_active_project_id as lastActiveProjectId',
      'last_active_scene_id as lastActiveSceneId',
      'default_asset_type as defaultAssetType',
      'default_status as defaultStatus',
      'enabled_platforms as enabledPlatforms',
      'auto_fill_enabled as autoFillEnabled',
    ])
    .where('user_id', '=', userId),
)

export interface StoredPreferences {
  lastActiveProjectId: string | null
  lastActiveSceneId: string | null
  defaultAssetType: AssetType | null
  defaultStatus: CaptureStatus | null
  /** A JSON array. */
  enabledPlatforms: string | null
  autoFillEnabled: number | null
}

export const savePreferences = statement((db, row: StoredPreferences & { userId: string }) => {
  const columns = {
    last_active_project_id: row.lastActiveProjectId,
    last_active_scene_id: row.lastActiveSceneId,
    default_asset_type: row.defaultAssetType,
    default_status: row.defaultStatus,
    enabled_platforms: row.enabledPlatforms,
    auto_fill_enabled: row.autoFillEnabled,
  }
  return db
    .insertInto('preferences')
    .values({ user_id: row.userId, ...columns })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(columns))
})
