import { statement } from '../db/statement.ts'

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
