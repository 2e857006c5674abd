import { sql } from 'kysely'
import { cardColumnsFor } from '../assets/board-queries.ts'
import { long, statement } from '../db/statement.ts'
import { factsOfOriginal } from '../media/card-queries.ts'
import { scenePlace } from '../production/scene-queries.ts'

/** Before every item. */
export const beforeItems = { position: 0, id: '' }

export const findItemPlace = statement((db, { playlistId, id }: { playlistId: string; id: string }) =>
  db
    .selectFrom('playlist_items')
    .select(['id', 'position'])
    .where('id', '=', id)
    .where(sql<boolean>`(playlist_id = ${playlistId}) is true`),
)

/** In their order: of versions that are there, with where these are, and the winner of that place. */
export const listItemCards = statement(
  (
    db,
    page: {
      playlistId: string
      projectId: string
      userId: string
      position: number
      id: string
      limit: number
    },
  ) =>
    db
      .selectFrom('playlist_items')
      .innerJoin('asset_versions', 'asset_versions.id', 'playlist_items.version_id')
      .innerJoin('scenes', 'scenes.id', 'asset_versions.scene_id')
      .leftJoin('shots', 'shots.id', 'asset_versions.shot_id')
      .select(cardColumnsFor(page.userId))
      .select([
        'playlist_items.id as itemId',
        'playlist_items.position',
        'scenes.id as sceneDbId',
        'scenes.scene_number as sceneId',
        'shots.shot_code as shotCode',
        factsOfOriginal.as('facts'),
        sql<string | null>`(select winners.id from asset_versions as winners
          where winners.scene_id = asset_versions.scene_id and winners.asset_type = asset_versions.asset_type
            and coalesce(winners.shot_id, '') = coalesce(asset_versions.shot_id, '')
            and winners.selected = 1)`.as('winnerId'),
      ])
      .where('playlist_items.playlist_id', '=', page.playlistId)
      .where(sql<boolean>`(scenes.project_id = ${page.projectId}) is true`)
      .where(
        sql<boolean>`(playlist_items.position, playlist_items.id) > (cast(${page.position} as integer), ${page.id})`,
      )
      .orderBy('playlist_items.position')
      .orderBy('playlist_items.id')
      .limit(page.limit),
)

interface Place {
  projectId: string
  /** Null for any. */
  sceneDbId: string | null
  limit: number
}

const inScene = (sceneDbId: string | null) =>
  sql<boolean>`(cast(${sceneDbId} as text) is null or scenes.id = cast(${sceneDbId} as text))`

/** Winners in the order of scenes, and of shots; those of no shot come behind these. */
export const winnersInStory = long(
  statement((db, { projectId, sceneDbId, act, limit }: Place & { act: number | null }) =>
    db
      .selectFrom('asset_versions')
      .innerJoin('scenes', 'scenes.id', 'asset_versions.scene_id')
      .leftJoin('shots', 'shots.id', 'asset_versions.shot_id')
      .select('asset_versions.id')
      .where('asset_versions.project_id', '=', projectId)
      .where('asset_versions.selected', '=', sql.lit(1))
      .where('scenes.project_id', '=', projectId)
      .where(inScene(sceneDbId))
      .where(
        sql<boolean>`(cast(${act} as double precision) is null or scenes.act = cast(${act} as double precision))`,
      )
      .orderBy(scenePlace)
      .orderBy('scenes.number_order')
      .orderBy('scenes.id')
      .orderBy(sql`case when shots.id is null then 1 else 0 end`)
      .orderBy('shots.sort_order')
      .orderBy('shots.id')
      .orderBy('asset_versions.asset_type')
      .limit(limit),
  ),
)

/** What was captured from a time on, the oldest first. */
export const capturedFrom = long(
  statement((db, { projectId, sceneDbId, since, limit }: Place & { since: string }) =>
    db
      .selectFrom('scenes')
      .innerJoin('asset_versions', 'asset_versions.scene_id', 'scenes.id')
      .select('asset_versions.id')
      .where('scenes.project_id', '=', projectId)
      .where(inScene(sceneDbId))
      .where(sql<boolean>`asset_versions.created_at >= ${since}`)
      .orderBy('asset_versions.created_at')
      .orderBy('asset_versions.id')
      .limit(limit),
  ),
)
