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

/** A page of those before `before`; the name is null where the user is gone. */
export const listStatusChangesOfVersion = statement(
  (db, { id, before, limit }: { id: string; before: string; limit: number }) =>
    db
      .selectFrom('status_changes')
      .leftJoin('users', 'users.id', 'status_changes.changed_by')
      .select([
        'status_changes.id',
        'old_status as oldStatus',
        'new_status as newStatus',
        'users.id as userId',
        'users.name as userName',
        'status_changes.created_at as createdAt',
      ])
      .where('asset_version_id', '=', id)
      .where('status_changes.id', '<', before)
      .orderBy('status_changes.id', 'desc')
      .limit(limit),
)
