import { sql } from 'kysely'
import { asText, isAmong, long, statement } from '../db/statement.ts'
import { sumsOfDays, wrongSums } from './take-sum-queries.ts'

interface OfScene {
  sceneDbId: string
}

/** Scenes after that one, and which of their takes are summed up, in the order of their ids. */
export const listSummedScenes = statement((db, { after, limit }: { after: string; limit: number }) =>
  db
    .selectFrom('scenes')
    .leftJoin('summed_scenes as summed', 'summed.scene_id', 'scenes.id')
    .select(['scenes.id', sql<string>`coalesce(summed.before, '')`.as('before')])
    .where('scenes.id', '>', after)
    .orderBy('scenes.id')
    .limit(limit),
)

export const countScenes = statement((db) =>
  db.selectFrom('scenes').select(({ fn }) => fn.countAll<number>().as('count')),
)

/** Scenes of which later days than those before that one are summed up, in no order. */
export const listScenesAhead = statement((db, { before, limit }: { before: string; limit: number }) =>
  db
    .selectFrom('summed_scenes')
    .select('scene_id as sceneDbId')
    .where('before', '>', asText(before))
    .limit(limit),
)

export const findLastChange = statement((db) =>
  db.selectFrom('changed_days').select('number').orderBy('number', 'desc').limit(sql.lit(1)),
)

/** Of scenes that are there or not, in no order. */
export const listChangedScenes = statement((db, { upTo, limit }: { upTo: number; limit: number }) =>
  db
    .selectFrom(
      db
        .selectFrom('changed_days')
        .select('scene_id')
        .where('number', '<=', upTo)
        .orderBy('number')
        .limit(sql.lit(1000))
        .as('changed'),
    )
    .select('scene_id as sceneDbId')
    .distinct()
    .limit(limit),
)

/** It stays until the end of the transaction. */
export const lockScene = statement((db, { sceneDbId }: OfScene) =>
  db.selectFrom('scenes').select('id').where('id', '=', sceneDbId).forKeyShare(),
)

export const insertSummedScene = statement((db, { sceneDbId }: OfScene) =>
  db
    .insertInto('summed_scenes')
    .columns(['scene_id', 'before'])
    // Not one that is gone meanwhile.
    .expression((select) =>
      select
        .selectFrom('scenes')
        .select(['id', sql<string>`''`.as('before')])
        .where('id', '=', sceneDbId),
    )
    .onConflict((conflict) => conflict.doNothing()),
)

/** Held until the transaction ends: nobody else sums the scene up. */
export const lockSummedScene = statement((db, { sceneDbId }: OfScene, engine) =>
  db
    .selectFrom('summed_scenes')
    .select('before')
    .where('scene_id', '=', sceneDbId)
    .$if(engine === 'postgres', (query) => query.forUpdate()),
)

/** The day of the take so many takes after the last that is summed up. */
export const findDayAhead = statement(
  (db, { sceneDbId, from, takes }: OfScene & { from: string; takes: number }) =>
    db
      .selectFrom('asset_versions')
      .select(sql<string>`substr(created_at, 1, 10)`.as('day'))
      .where('scene_id', '=', sceneDbId)
      .where('created_at', '>=', asText(from))
      .orderBy('created_at')
      .orderBy('id')
      .limit(1)
      .offset(takes),
)

export const setSummedBefore = statement((db, { sceneDbId, before }: OfScene & { before: string }) =>
  db.updateTable('summed_scenes').set({ before }).where('scene_id', '=', sceneDbId),
)

export const listChangedDays = statement((db, { sceneDbId, limit }: OfScene & { limit: number }) =>
  db
    .selectFrom('changed_days')
    .select('day')
    .distinct()
    .where('scene_id', '=', sceneDbId)
    .orderBy('day')
    .limit(limit),
)

/** `days` is a JSON array. */
export const deleteChangedDays = statement((db, { sceneDbId, days }: OfScene & { days: string }, engine) =>
  db
    .deleteFrom('changed_days')
    .where('scene_id', '=', sceneDbId)
    .where(isAmong('day', days, engine)),
)

export const deleteSums = statement((db, { sceneDbId, from, to }: OfScene & { from: string; to: string }) =>
  db
    .deleteFrom('take_sums')
    .where('scene_id', '=', sceneDbId)
    .where('day', '>=', asText(from))
    .where('day', '<', asText(to)),
)

export const insertSums = statement((db, { sceneDbId, from, to }: OfScene & { from: string; to: string }) =>
  db.insertInto('take_sums').expression(sumsOfDays(sceneDbId, from, to)),
)

export const insertWholeSums = statement((db, { sceneDbId }: OfScene) =>
  db.insertInto('take_sums').expression(
    sql`select scene_id, '', row_number() over (order by scene_id), platform_key, platform_label, model_name, rights_state, created_by,
      sum(versions), sum(winners), sum(in_use), sum(cost_usd), sum(with_cost), sum(generation_seconds), sum(with_generation_time),
      sum(queue_wait_seconds), sum(with_queue_time)
      from take_sums where scene_id = ${sceneDbId} and day > ''
      group by scene_id, platform_key, platform_label, model_name, rights_state, created_by`,
  ),
)

export const countWrongSums = long(
  statement((db, { sceneDbId }: OfScene) =>
    db.selectFrom(wrongSums(sceneDbId).as('wrong')).select(({ fn }) => fn.countAll<number>().as('count')),
  ),
)
