import { listedStoryBeat } from '@dailies/contract/listed-text.ts'
import { sql } from 'kysely'
import type { Engine } from '../db/database.ts'
import { jsonRows } from '../db/json-rows.ts'
import { type Builder, isAmong, statement } from '../db/statement.ts'
import { activeWebhookOf } from '../webhooks/event-queries.ts'
import { asMember } from './as-member.ts'
import { isApproved, latestWinner, openNotesOf, previewColumns } from './overview-queries.ts'
import { unselect } from './winner-queries.ts'

/** JSON: `{ id, name }` of everybody who is assigned to the shot of the row, in no order. */
function assignees(engine: Engine) {
  const [all, one] =
    engine === 'sqlite' ? ['json_group_array', 'json_object'] : ['json_agg', 'json_build_object']
  return sql<string>`coalesce(cast((
    select ${sql.raw(all)}(${sql.raw(one)}('id', users.id, 'name', users.name))
    from shot_assignees inner join users on users.id = shot_assignees.user_id
    where shot_assignees.shot_id = shots.id) as text), '[]')`
}

function overviews(db: Builder, engine: Engine, description = sql<string | null>`shots.description`) {
  return db
    .selectFrom('shots')
    .leftJoin('asset_versions as preview', (join) =>
      join.on(sql<boolean>`preview.id = ${latestWinner('shot')}`),
    )
    .select([
      'shots.id',
      'shots.shot_code as shotCode',
      description.as('description'),
      'shots.sort_order as sortOrder',
      'shots.required',
      'shots.due_on as dueOn',
      'shots.note',
      assignees(engine).as('assignees'),
      isApproved.as('approved'),
      sql<number>`(select count(*) from asset_versions where asset_versions.shot_id = shots.id)`.as(
        'versionCount',
      ),
      openNotesOf('shot').as('openNotes'),
      ...previewColumns,
    ])
}

export const listShotOverviews = statement(
  (
    db,
    { sceneDbId, position, id, limit }: { sceneDbId: string; position: number; id: string; limit: number },
    engine,
  ) =>
    overviews(db, engine)
      .where('shots.scene_id', '=', sceneDbId)
      .where(sql<boolean>`(shots.sort_order, shots.id) > (${position}, ${id})`)
      .orderBy('shots.sort_order')
      .orderBy('shots.id')
      .limit(limit),
)

/** In the order that was set. */
export const listShotIds = statement((db, { sceneDbId }: { sceneDbId: string }) =>
  db.selectFrom('shots').select('id').where('scene_id', '=', sceneDbId).orderBy('sort_order').orderBy('id'),
)

export const findShotOverview = statement((db, { id }: { id: string }, engine) =>
  overviews(db, engine).where('shots.id', '=', id),
)

/** `ids` is a JSON array. In no order, and with the beginning of the description alone. */
export const listShotOverviewsOfIds = statement((db, { ids }: { ids: string }, engine) =>
  overviews(db, engine, sql`substr(shots.description, 1, ${sql.lit(listedStoryBeat)})`).where(
    isAmong('shots.id', ids, engine),
  ),
)

export const findShotOfMember = statement((db, { id, userId }: { id: string; userId: string }) =>
  db
    .selectFrom('shots')
    .innerJoin('scenes', 'scenes.id', 'shots.scene_id')
    .innerJoin('project_members as member', asMember('scenes.project_id', userId))
    .select(['scenes.id as sceneDbId', 'scenes.project_id as projectId', 'member.role as memberRole'])
    .select(activeWebhookOf(db, 'scenes.project_id'))
    .where('shots.id', '=', id),
)

export const findShot = statement((db, { id }: { id: string }) =>
  db
    .selectFrom('shots')
    .select(['id', 'scene_id as sceneDbId', 'shot_code as shotCode', 'description', 'required'])
    .select(['due_on as dueOn', 'note'])
    .where('id', '=', id),
)

/** Those of the shots that are of the scene. `ids` is a JSON array. */
export const listShotsAmong = statement(
  (db, { sceneDbId, ids }: { sceneDbId: string; ids: string }, engine) =>
    db
      .selectFrom('shots')
      .select(['id', 'shot_code as shotCode', 'due_on as dueOn'])
      .where('scene_id', '=', sceneDbId)
      .where(isAmong('id', ids, engine)),
)

/** `ids` is a JSON array. */
export const setDueOn = statement((db, { ids, dueOn }: { ids: string; dueOn: string | null }, engine) =>
  db
    .updateTable('shots')
    .set({ due_on: dueOn })
    .where(isAmong('id', ids, engine)),
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
  dueOn: string | null
  note: string | null
}

export const insertShot = statement((db, row: ShotRow & { sceneDbId: string; sortOrder: number }) =>
  db.insertInto('shots').values({
    id: row.id,
    scene_id: row.sceneDbId,
    shot_code: row.shotCode,
    description: row.description,
    sort_order: row.sortOrder,
    required: row.required,
    due_on: row.dueOn,
    note: row.note,
  }),
)

export const updateShotRow = statement((db, row: ShotRow) =>
  db
    .updateTable('shots')
    .set({ shot_code: row.shotCode, description: row.description, required: row.required })
    .set({ due_on: row.dueOn, note: row.note })
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

export const takeNotesFromShot = statement((db, { shotId }: { shotId: string }) =>
  db.updateTable('open_notes').set({ shot_id: null }).where('shot_id', '=', shotId),
)

export const deleteShotRow = statement((db, { id }: { id: string }) =>
  db.deleteFrom('shots').where('id', '=', id),
)
