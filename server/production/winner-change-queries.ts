import type { AssetType } from '@dailies/contract/asset-version.ts'
import { sql } from 'kysely'
import { jsonRows } from '../db/json-rows.ts'
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

/** Of many places: `rows` is a JSON array of `{ id, sceneDbId, shotId, assetType, oldVersionId, newVersionId }`. */
export const insertWinnerChanges = statement(
  (db, many: { rows: string; projectId: string; changedBy: string; createdAt: string }, engine) => {
    const given = {
      id: 'text',
      sceneDbId: 'text',
      shotId: 'text',
      assetType: 'text',
      oldVersionId: 'text',
      newVersionId: 'text',
    } as const
    return db
      .insertInto('winner_changes')
      .columns([
        ...(['id', 'project_id', 'scene_id', 'number', 'shot_id', 'asset_type'] as const),
        ...(['old_version_id', 'new_version_id', 'changed_by', 'created_at'] as const),
      ])
      .expression((select) =>
        select.selectFrom(jsonRows(many.rows, given, engine)).select([
          'given.id',
          sql<string>`${many.projectId}`.as('project_id'),
          'given.sceneDbId',
          sql<number>`(select coalesce(max(earlier.number), 0) from winner_changes as earlier
              where earlier.scene_id = given."sceneDbId")
              + row_number() over (partition by given."sceneDbId" order by given.id)`.as('number'),
          'given.shotId',
          sql<AssetType>`given."assetType"`.as('asset_type'),
          'given.oldVersionId',
          'given.newVersionId',
          sql<string>`${many.changedBy}`.as('changed_by'),
          sql<string>`${many.createdAt}`.as('created_at'),
        ]),
      )
  },
)
