import { sql } from 'kysely'
import { type Builder, isAmong, statement } from '../db/statement.ts'
import { asMember } from './as-member.ts'

/** Those that the user may capture into. */
export const listProjectsOfEditor = statement((db, { userId }: { userId: string }) =>
  db
    .selectFrom('projects')
    .innerJoin('project_members as member', asMember('projects.id', userId))
    .select((select) => [
      'id',
      'name',
      'status',
      'genre',
      'updated_at as updatedAt',
      select
        .selectFrom('scenes')
        .select((count) => count.fn.countAll<number>().as('count'))
        .whereRef('scenes.project_id', '=', 'projects.id')
        .$asScalar()
        .$notNull()
        .as('sceneCount'),
    ])
    .where(sql<boolean>`member.role in ('editor', 'owner')`)
    .orderBy('updated_at', 'desc')
    .orderBy('id'),
)

export const findProjectOfMember = statement((db, { id, userId }: { id: string; userId: string }) =>
  db
    .selectFrom('project_members as member')
    .select(['member.project_id as projectId', 'member.role as memberRole'])
    .where('member.project_id', '=', id)
    .where('member.user_id', '=', userId)
    .where('member.deleted_at', 'is', null),
)

export const findSceneOfMember = statement((db, { id, userId }: { id: string; userId: string }) =>
  db
    .selectFrom('scenes')
    .innerJoin('project_members as member', asMember('scenes.project_id', userId))
    .select(['scenes.id', 'scenes.project_id as projectId', 'member.role as memberRole'])
    .where('scenes.id', '=', id),
)

/** The project, and its scene of that number with nulls where there is none. */
export const findSceneByNumber = statement(
  (db, { projectId, sceneId, userId }: { projectId: string; sceneId: string; userId: string }) =>
    db
      .selectFrom('project_members as member')
      .leftJoin('scenes', (join) =>
        join.onRef('scenes.project_id', '=', 'member.project_id').on('scenes.scene_number', '=', sceneId),
      )
      .select(['scenes.id', 'scenes.scene_number as sceneId', 'scenes.story_beat as storyBeat'])
      .where('member.project_id', '=', projectId)
      .where('member.user_id', '=', userId)
      .where('member.deleted_at', 'is', null),
)

export const listScenesOfProject = statement((db, { projectId }: { projectId: string }) =>
  scenesOf(db, projectId),
)

export const listScenesAfter = statement(
  (
    db,
    {
      projectId,
      numberOrder,
      id,
      limit,
    }: { projectId: string; numberOrder: string; id: string; limit: number },
  ) =>
    scenesOf(db, projectId)
      .select('number_order as numberOrder')
      .where(sql<boolean>`(number_order, id) > (${numberOrder}, ${id})`)
      .limit(limit),
)

function scenesOf(db: Builder, projectId: string) {
  return db
    .selectFrom('scenes')
    .select(['id', 'scene_number as sceneId', 'story_beat as storyBeat', 'act', 'macro_scene as macroScene'])
    .where('project_id', '=', projectId)
    .orderBy('number_order')
    .orderBy('id')
}

export const listShotsOfScene = statement((db, { sceneDbId }: { sceneDbId: string }) =>
  shotsOf(db, sceneDbId),
)

export const listShotsAfter = statement(
  (
    db,
    { sceneDbId, position, id, limit }: { sceneDbId: string; position: number; id: string; limit: number },
  ) => shotsOf(db, sceneDbId).where(sql<boolean>`(sort_order, id) > (${position}, ${id})`).limit(limit),
)

function shotsOf(db: Builder, sceneDbId: string) {
  return db
    .selectFrom('shots')
    .select(['id', 'shot_code as shotCode', 'description', 'sort_order as sortOrder'])
    .where('scene_id', '=', sceneDbId)
    .orderBy('sort_order')
    .orderBy('id')
}

export const listCharactersAfter = statement(
  (
    db,
    { projectId, nameOrder, id, limit }: { projectId: string; nameOrder: string; id: string; limit: number },
  ) =>
    db
      .selectFrom('characters')
      .select(['id', 'name', 'role', 'description', 'name_order as nameOrder'])
      .where('project_id', '=', projectId)
      .where(sql<boolean>`(name_order, id) > (${nameOrder}, ${id})`)
      .orderBy('name_order')
      .orderBy('id')
      .limit(limit),
)

/** As `lockScene`, of each that is of the project. `ids` is a JSON array. Always in one order, so that of two who lock many none waits for the other for ever. */
export const lockScenes = statement((db, { projectId, ids }: { projectId: string; ids: string }, engine) =>
  db
    .selectFrom('scenes')
    .select('id')
    .where(isAmong('id', ids, engine))
    // Not by an index of the project: what is named is less than what that has.
    .where(sql<boolean>`(project_id = ${projectId}) is true`)
    .orderBy('id')
    .$if(engine === 'postgres', (query) => query.forNoKeyUpdate()),
)

/** Holds back, until the transaction ends, any other that locks the same scene. SQLite has one writer anyway. */
export const lockScene = statement((db, { id }: { id: string }, engine) =>
  db
    .selectFrom('scenes')
    .select('id')
    .where('id', '=', id)
    .$if(engine === 'postgres', (query) => query.forNoKeyUpdate()),
)
