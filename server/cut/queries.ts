import { sql } from 'kysely'
import { named } from '../db/asset-version-columns.ts'
import { isAmong, long, type RowOf, statement } from '../db/statement.ts'
import { factsOfOriginal, mediaSummaryOf } from '../media/card-queries.ts'
import { asMember } from '../production/as-member.ts'
import { scenePlace } from '../production/scene-queries.ts'

export const findProjectOfCut = statement((db, { id, userId }: { id: string; userId: string }) =>
  db
    .selectFrom('projects')
    .innerJoin('project_members as member', asMember('projects.id', userId))
    .leftJoin('cut_settings as settings', 'settings.project_id', 'projects.id')
    .select(['projects.id as projectId', 'projects.name', 'member.role as memberRole'])
    .select(['rate_numerator as numerator', 'rate_denominator as denominator'])
    .select(['still_frames as stillFrames', 'slate_frames as slateFrames'])
    .where('projects.id', '=', id),
)

export const findCutSettings = statement((db, { projectId }: { projectId: string }) =>
  db
    .selectFrom('cut_settings')
    .select(['rate_numerator as numerator', 'rate_denominator as denominator'])
    .select(['still_frames as stillFrames', 'slate_frames as slateFrames'])
    .where('project_id', '=', projectId),
)

interface SettingsRow {
  projectId: string
  numerator: number
  denominator: number
  stillFrames: number
  slateFrames: number
}

export const putCutSettings = statement((db, row: SettingsRow) => {
  const values = {
    rate_numerator: row.numerator,
    rate_denominator: row.denominator,
    still_frames: row.stillFrames,
    slate_frames: row.slateFrames,
  }
  return db
    .insertInto('cut_settings')
    .values({ project_id: row.projectId, ...values })
    .onConflict((conflict) => conflict.column('project_id').doUpdateSet(values))
})

/** The next scenes in story order; those of one act where there is one, and one alone where that is asked for. */
export const listScenesOfCut = statement(
  (
    db,
    of: {
      projectId: string
      act: number | null
      sceneDbId: string | null
      position: number
      numberOrder: string
      id: string
      limit: number
    },
  ) => {
    const act = sql`cast(${of.act} as double precision)`
    const scene = sql`cast(${of.sceneDbId} as text)`
    return db
      .selectFrom('scenes')
      .select(['scenes.id', 'scenes.scene_number as sceneId', 'scenes.act'])
      .select([scenePlace.as('position'), 'scenes.number_order as numberOrder'])
      .select(sql<string | null>`substr(scenes.story_beat, 1, 500)`.as('storyBeat'))
      .where('scenes.project_id', '=', of.projectId)
      .where(
        sql<boolean>`(${scenePlace}, scenes.number_order, scenes.id) > (${of.position}, ${of.numberOrder}, ${of.id})`,
      )
      .where(sql<boolean>`(${act} is null or scenes.act = ${act})`)
      .where(sql<boolean>`(${scene} is null or scenes.id = ${scene})`)
      .orderBy(scenePlace)
      .orderBy('scenes.number_order')
      .orderBy('scenes.id')
      .limit(of.limit)
  },
)

/** `ids` is a JSON array of scenes. */
export const listShotsOfCut = long(
  statement((db, { ids }: { ids: string }, engine) =>
    db
      .selectFrom('shots')
      .select(['id', 'scene_id as sceneDbId', 'shot_code as shotCode'])
      .where(isAmong('scene_id', ids, engine))
      .orderBy('scene_id')
      .orderBy('sort_order')
      .orderBy('id'),
  ),
)

const winner = [
  ...named('asset_versions', 'id', 'sceneDbId', 'shotId', 'assetType', 'status', 'versionNumber'),
  ...named('asset_versions', 'platformLabel', 'thumbnailUrl'),
  sql<string>`coalesce(asset_versions.output_url, '')`.as('outputUrl'),
  mediaSummaryOf('asset_versions').as('mediaSummary'),
  factsOfOriginal.as('facts'),
]

const trims = ['in_frame as inFrame', 'out_frame as outFrame', 'rate_numerator', 'rate_denominator'] as const

/** The winners of shots with in and out. `ids` is a JSON array of shots. */
export const listWinnersOfShots = long(
  statement((db, { ids }: { ids: string }, engine) =>
    db
      .selectFrom('asset_versions')
      .leftJoin('shot_trims', (join) =>
        join
          .onRef('shot_trims.shot_id', '=', 'asset_versions.shot_id')
          .onRef('shot_trims.asset_version_id', '=', 'asset_versions.id'),
      )
      .select(winner)
      .select(trims)
      .where('selected', '=', sql.lit(1))
      .where(isAmong('asset_versions.shot_id', ids, engine)),
  ),
)

/** Those without a shot. `ids` is a JSON array of scenes. */
export const listWinnersOfScenes = long(
  statement((db, { ids }: { ids: string }, engine) =>
    db
      .selectFrom('asset_versions')
      .select(winner)
      .where('selected', '=', sql.lit(1))
      .where(isAmong('scene_id', ids, engine))
      // The index of winners has it so.
      .where(sql<boolean>`coalesce(shot_id, '') = ''`),
  ),
)

export type WinnerRow = RowOf<typeof listWinnersOfScenes> & Partial<RowOf<typeof listWinnersOfShots>>

export const findVersionToTrim = statement((db, { id, shotId }: { id: string; shotId: string }) =>
  db
    .selectFrom('asset_versions')
    .select(['id', 'asset_type as assetType', factsOfOriginal.as('facts')])
    .where('id', '=', id)
    .where('shot_id', '=', shotId),
)

export const findTrim = statement((db, { shotId, versionId }: { shotId: string; versionId: string }) =>
  db
    .selectFrom('shot_trims')
    .select(trims)
    .where('shot_id', '=', shotId)
    .where('asset_version_id', '=', versionId),
)

interface TrimRow {
  shotId: string
  versionId: string
  inFrame: number
  outFrame: number
  numerator: number
  denominator: number
}

export const putTrim = statement((db, row: TrimRow) => {
  const values = {
    in_frame: row.inFrame,
    out_frame: row.outFrame,
    rate_numerator: row.numerator,
    rate_denominator: row.denominator,
  }
  return db
    .insertInto('shot_trims')
    .values({ shot_id: row.shotId, asset_version_id: row.versionId, ...values })
    .onConflict((conflict) => conflict.columns(['shot_id', 'asset_version_id']).doUpdateSet(values))
})

export const deleteTrimRow = statement((db, { shotId, versionId }: { shotId: string; versionId: string }) =>
  db.deleteFrom('shot_trims').where('shot_id', '=', shotId).where('asset_version_id', '=', versionId),
)
