import { sql } from 'kysely'
import { jsonRows } from '../db/json-rows.ts'
import { type Builder, statement } from '../db/statement.ts'
import { activeWebhookOf } from '../webhooks/event-queries.ts'
import { isApproved, latestWinner, previewColumns } from './overview-queries.ts'
import { unselect } from './winner-queries.ts'

function overviews(db: Builder) {
  return db
    .selectFrom('shots')
    .leftJoin('asset_versions as preview', (join) =>
      join.on(sql<boolean>`preview.id = ${latestWinner('shot')}`),
    )
    .select([
      'shots.id',
      'shots.shot_code as shotCode',
      'shots.description',
      'shots.sort_order as sortOrder',
      'shots.required',
      isApproved.as('approved'),
      sql<number>`(select count(*) from asset_versions where asset_versions.shot_id = shots.id)`.as(
        'versionCount',
      ),
      ...previewColumns,
    ])
}

export const listShotOverviews = statement(
  (
    db,
    { sceneDbId, position, id, limit }: { sceneDbId: string; position: number; id: string; limit: number },
  ) =>
    overviews(db)
      .where('shots.scene_id', '=', sceneDbId)
      .where(sql<boolean>`(shots.sort_order, shots.id) > (${position}, ${id})`)
      .orderBy('shots.sort_order')
      .orderBy('shots.id')
      .limit(limit),
)

/** In no order. */
export const listShotIds = statement((db, { sceneDbId }: { sceneDbId: string }) =>
  db.selectFrom('shots').select('id').where('scene_id', '=', sceneDbId),
)

export const findShotOverview = statement((db, { id }: { id: string }) =>
  overviews(db).where('shots.id', '=', id),
)

export const findShotOfOwner = statement((db, { id, userId }: { id: string; userId: string }) =>
  db
    .selectFrom('shots')
    .innerJoin('scenes', 'scenes.id', 'shots.scene_id')
    .innerJoin('projects', 'projects.id', 'scenes.project_id')
    .select(['scenes.id as sceneDbId', 'projects.id as projectId', activeWebhookOf(db, userId)])
    .where('shots.id', '=', id)
    .where('projects.owner_id', '=', userId),
)

export const findShot = statement((db, { id }: { id: string }) =>
  db
    .selectFrom('shots')
    .select(['id', 'scene_id as sceneDbId', 'shot_code as shotCode', 'description', 'required'])
    .where('id', '=', id),
)

export const findShotOfCode = statement(
  (db, { sceneDbId, shotCode }: { sceneDbId: string; shotCode: string }) =>
    db.selectFrom('shots').select('id').where('scene_id', '=', sceneDbId).where('shot_code', '=', shotCode),
)

export const countShotsOfScene = statement((db, { sceneDbId }: { sceneDbId: string }) =>
  db
    .selectFrom('shots')
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      sql<number>`coalesce(max(sort_order), 0)`.as('lastPlace'),
    ])
    .where('scene_id', '=', sceneDbId),
)

interface ShotRow {
  id: string
  shotCode: string
  description: string | null
  required: number
}

export const insertShot = statement((db, row: ShotRow & { sceneDbId: string; sortOrder: number }) =>
  db.insertInto('shots').values({
    id: row.id,
    scene_id: row.sceneDbId,
    shot_code: row.shotCode,
    description: row.description,
    sort_order: row.sortOrder,
    required: row.required,
  }),
)

export const updateShotRow = statement((db, row: ShotRow) =>
  db
    .updateTable('shots')
    .set({ shot_code: row.shotCode, description: row.description, required: row.required })
    .where('id', '=', row.id),
)

/** `places` is a JSON array of `{ id, place }`. */
export const setSortOrders = statement((db, { places }: { places: string }, engine) =>
  db
    .updateTable('shots')
    .from(jsonRows(places, { id: 'text', place: 'number' }, engine))
    .set((set) => ({ sort_order: set.ref('given.place') }))
    .whereRef('shots.id', '=', 'given.id')
    .whereRef('shots.sort_order', 'is distinct from', 'given.place'),
)

export const unselectWinnersOfShot = statement((db, { shotId, now }: { shotId: string; now: string }) =>
  unselect(db, now).where('shot_id', '=', shotId),
)

export const takeVersionsFromShot = statement((db, { shotId, now }: { shotId: string; now: string }) =>
  db.updateTable('asset_versions').set({ shot_id: null, updated_at: now }).where('shot_id', '=', shotId),
)

export const deleteShotRow = statement((db, { id }: { id: string }) =>
  db.deleteFrom('shots').where('id', '=', id),
)
