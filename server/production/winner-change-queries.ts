import type { AssetType } from '@dailies/contract/asset-version.ts'
import { sql } from 'kysely'
import { statement } from '../db/statement.ts'

interface WinnerChangeRow {
  id: string
  projectId: string
  sceneDbId: string
  shotId: string | null
  /** Where the shot goes with it. */
  shotCode: string | null
  assetType: AssetType
  oldVersionId: string | null
  newVersionId: string | null
  changedBy: string
  createdAt: string
}

export const insertWinnerChange = statement((db, row: WinnerChangeRow) =>
  db.insertInto('winner_changes').values({
    id: row.id,
    project_id: row.projectId,
    scene_id: row.sceneDbId,
    number: sql<number>`(select coalesce(max(earlier.number), 0) + 1 from winner_changes as earlier
      where earlier.scene_id = ${row.sceneDbId})`,
    shot_id: row.shotId,
    shot_code: row.shotCode,
    asset_type: row.assetType,
    old_version_id: row.oldVersionId,
    new_version_id: row.newVersionId,
    changed_by: row.changedBy,
    created_at: row.createdAt,
  }),
)
