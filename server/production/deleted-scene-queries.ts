import { sql } from 'kysely'
import { isAmong, isAmongRows, statement } from '../db/statement.ts'
import { asMember } from './as-member.ts'
import { graveId, trashId } from './deletion-queries.ts'

interface Thrown {
  id: string
  /** JSON. */
  winners: string
  shots: number
  versions: number
  by: string
  now: string
}

/** Writes down where a scene is, for it to come back to. */
export const insertDeletedScene = statement((db, row: Thrown) =>
  db
    .insertInto('deleted_scenes')
    .columns([
      ...(['scene_id', 'project_id', 'scene_number', 'position'] as const),
      ...(['winners', 'shots', 'versions', 'deleted_at', 'deleted_by'] as const),
    ])
    .expression((select) =>
      select
        .selectFrom('scenes')
        .select(['id', 'project_id', 'scene_number', 'position'])
        .select([
          sql<string>`${row.winners}`.as('winners'),
          sql<number>`cast(${row.shots} as integer)`.as('shots'),
          sql<number>`cast(${row.versions} as integer)`.as('versions'),
          sql<string>`${row.now}`.as('deleted_at'),
          sql<string>`${row.by}`.as('deleted_by'),
        ])
        .where('id', '=', row.id),
    ),
)

/** The project is shown by none of them from now on. */
export const unselectWinnersOfScene = statement((db, { id }: { id: string }) =>
  db
    .updateTable('asset_versions')
    .set({ selected: 0 })
    .where('scene_id', '=', id)
    .where('selected', '=', sql.lit(1))
    .returning('id'),
)

/** Nobody ticks them off any more, and the project counts them no longer. */
export const deleteOpenNotesOfScene = statement((db, { id }: { id: string }) =>
  db.deleteFrom('open_notes').where('scene_id', '=', id),
)

/** Nobody finds it any more, and its number is free again. */
export const throwScene = statement((db, { id }: { id: string }) =>
  db
    .updateTable('scenes')
    .set({ project_id: sql.lit(trashId), scene_number: id, number_order: id, position: null })
    .where('id', '=', id),
)

export const findDeletedSceneOfMember = statement((db, { id, userId }: { id: string; userId: string }) =>
  db
    .selectFrom('deleted_scenes')
    .innerJoin('project_members as member', asMember('deleted_scenes.project_id', userId))
    .select(['deleted_scenes.project_id as projectId', 'member.role as memberRole'])
    .where('deleted_scenes.scene_id', '=', id),
)

/** Of many who want it, to restore or to purge it, one has it. */
export const takeDeletedScene = statement((db, { id }: { id: string }) =>
  db
    .deleteFrom('deleted_scenes')
    .where('scene_id', '=', id)
    .returning(['scene_number as sceneId', 'position', 'winners']),
)

interface Restored {
  id: string
  projectId: string
  sceneId: string
  numberOrder: string
  position: number | null
}

export const putSceneBack = statement((db, row: Restored) =>
  db
    .updateTable('scenes')
    .set({
      project_id: row.projectId,
      scene_number: row.sceneId,
      number_order: row.numberOrder,
      position: row.position,
    })
    .where('id', '=', row.id),
)

/** Nobody has picked others meanwhile. `ids` is a JSON array. */
export const selectWinnersAgain = statement((db, { ids }: { ids: string }, engine) =>
  db
    .updateTable('asset_versions')
    .set({ selected: 1 })
    .where(isAmong('id', ids, engine)),
)

/** As reopenNotesOfVersion (comments/note-queries.ts), of all in a scene. */
export const reopenNotesOfScene = statement((db, { id }: { id: string }) =>
  db
    .insertInto('open_notes')
    .columns(['comment_id', 'asset_version_id', 'project_id', 'scene_id', 'shot_id', 'author_id'])
    .expression((select) =>
      select
        .selectFrom('comments')
        .innerJoin('asset_versions as version', 'version.id', 'comments.asset_version_id')
        .select(['comments.id', 'comments.asset_version_id', 'comments.project_id', 'comments.scene_id'])
        .select(['version.shot_id', 'comments.author_id'])
        .where('comments.scene_id', '=', id)
        .where('comments.thread_id', 'is', null)
        .where('comments.resolved_at', 'is', null),
    ),
)

interface Page {
  projectId: string
  /** Of the last of the page before. */
  deletedAt: string
  id: string
  limit: number
}

/** Those in the trash of a project, in the order in which they were deleted, the last first. */
export const listDeletedScenes = statement((db, { projectId, deletedAt, id, limit }: Page) =>
  db
    .selectFrom('deleted_scenes')
    .innerJoin('scenes', 'scenes.id', 'deleted_scenes.scene_id')
    .leftJoin('users as deleter', 'deleter.id', 'deleted_scenes.deleted_by')
    .select(['scenes.id', 'deleted_scenes.scene_number as sceneId'])
    .select(sql<string | null>`substr(scenes.story_beat, 1, 500)`.as('storyBeat'))
    .select(['deleted_scenes.shots as shotCount', 'deleted_scenes.versions as versionCount'])
    .select([
      'deleted_scenes.deleted_at as deletedAt',
      'deleter.id as deleterId',
      'deleter.name as deleterName',
    ])
    .where('deleted_scenes.project_id', '=', projectId)
    .where(sql<boolean>`(deleted_scenes.deleted_at, deleted_scenes.scene_id) < (${deletedAt}, ${id})`)
    .orderBy('deleted_scenes.deleted_at', 'desc')
    .orderBy('deleted_scenes.scene_id', 'desc')
    .limit(limit),
)

/** Gives up those of `ids`, a JSON array, that are in the trash of the project. */
export const takeScenesToPurge = statement(
  (db, { projectId, ids }: { projectId: string; ids: string }, engine) =>
    db
      .deleteFrom('deleted_scenes')
      .where('project_id', '=', projectId)
      .where(isAmong('scene_id', ids, engine))
      .returning('scene_id as id'),
)

/** The same of so many, those first that were deleted last, as they are listed. */
export const takeSomeScenesToPurge = statement(
  (db, { projectId, limit }: { projectId: string; limit: number }, engine) =>
    db
      .deleteFrom('deleted_scenes')
      .where((where) =>
        isAmongRows(
          'scene_id',
          where
            .selectFrom('deleted_scenes')
            .select('scene_id')
            .where('project_id', '=', projectId)
            .orderBy('deleted_at', 'desc')
            .orderBy('scene_id', 'desc')
            .limit(limit),
          engine,
        ),
      )
      .returning('scene_id as id'),
)

/** All of these projects, a JSON array. */
export const takeAllScenesToPurge = statement((db, { projectIds }: { projectIds: string }, engine) =>
  db
    .deleteFrom('deleted_scenes')
    .where(isAmong('project_id', projectIds, engine))
    .returning('scene_id as id'),
)

/** In the order of their keys. */
export const listDeletedScenesAfter = statement((db, { id, limit }: { id: string; limit: number }) =>
  db
    .selectFrom('deleted_scenes')
    .select(['scene_id as id', 'deleted_at as deletedAt'])
    .where('scene_id', '>', id)
    .orderBy('scene_id')
    .limit(limit),
)

/** Unless it was restored meanwhile, and even deleted again. */
export const takeOldDeletedScene = statement((db, { id, before }: { id: string; before: string }) =>
  db
    .deleteFrom('deleted_scenes')
    .where('scene_id', '=', id)
    .where('deleted_at', '<', before)
    .returning('scene_id as id'),
)

/** They are to be removed. `ids` is a JSON array. */
export const buryScenes = statement((db, { ids }: { ids: string }, engine) =>
  db
    .updateTable('scenes')
    .set({ project_id: sql.lit(graveId) })
    .where(isAmong('id', ids, engine)),
)
