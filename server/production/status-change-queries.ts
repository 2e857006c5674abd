import type { AssetStatus } from '@dailies/contract/asset-version.ts'
import { sql } from 'kysely'
import { jsonRows } from '../db/json-rows.ts'
import { isAmong, statement } from '../db/statement.ts'

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

/** Of many: `rows` is a JSON array of `{ id, versionId, oldStatus, newStatus }`. */
export const insertStatusChanges = statement(
  (db, many: { rows: string; projectId: string; changedBy: string; createdAt: string }, engine) =>
    db
      .insertInto('status_changes')
      .columns([
        'id',
        'project_id',
        'asset_version_id',
        'old_status',
        'new_status',
        'changed_by',
        'created_at',
      ])
      .expression((select) =>
        select
          .selectFrom(
            jsonRows(
              many.rows,
              { id: 'text', versionId: 'text', oldStatus: 'text', newStatus: 'text' },
              engine,
            ),
          )
          .select([
            'given.id',
            sql<string>`${many.projectId}`.as('project_id'),
            'given.versionId',
            sql<AssetStatus>`given."oldStatus"`.as('old_status'),
            sql<AssetStatus>`given."newStatus"`.as('new_status'),
            sql<string>`${many.changedBy}`.as('changed_by'),
            sql<string>`${many.createdAt}`.as('created_at'),
          ]),
      ),
)

/** The latest of each of many versions, whose `ids` are a JSON array; the name is null where the user is gone. */
export const listLatestStatusChanges = statement((db, { ids }: { ids: string }, engine) =>
  db
    .selectFrom('status_changes as change')
    .leftJoin('users', 'users.id', 'change.changed_by')
    .select(['change.asset_version_id as versionId', 'change.new_status as newStatus', 'users.name'])
    .where(isAmong('change.asset_version_id', ids, engine))
    .where(
      sql<boolean>`change.id = (select max(latest.id) from status_changes as latest
        where latest.asset_version_id = change.asset_version_id)`,
    ),
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
