import type { AssetStatus } from '@dailies/contract/asset-version.ts'
import { statement } from '../db/statement.ts'

export const insertStatusChange = statement(
  (
    db,
    row: {
      id: string
      projectId: string
      assetVersionId: string
      oldStatus: AssetStatus
      newStatus: AssetStatus
      changedBy: string
      createdAt: string
    },
  ) =>
    db.insertInto('status_changes').values({
      id: row.id,
      project_id: row.projectId,
      asset_version_id: row.assetVersionId,
      old_status: row.oldStatus,
      new_status: row.newStatus,
      changed_by: row.changedBy,
      created_at: row.createdAt,
    }),
)
