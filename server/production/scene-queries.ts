import { listedStoryBeat } from '@dailies/contract/listed-text.ts'
import { sql } from 'kysely'
import { jsonRows } from '../db/json-rows.ts'
import { type Builder, statement } from '../db/statement.ts'
import { asMember } from './as-member.ts'
import { isApproved, isDone, latestWinner, openNotesOf, previewColumns } from './overview-queries.ts'
import { countVersions } from './take-sum-queries.ts'

function overviews(db: Builder, storyBeat = sql<string | null>`scenes.story_beat`) {
  return db
    .selectFrom('scenes')
    .leftJoin('asset_versions as preview', (join) =>
      join.on(sql<boolean>`preview.id = ${latestWinner('scene')}`),
    )
    .select([
      'scenes.id',
      'scenes.scene_number as sceneId',
      storyBeat.as('storyBeat'),
      'scenes.act',
      'scenes.macro_scene as macroScene',
      countShots(sql`true`).as('shotCount'),
      countShots(sql`shots.required = 1`).as('requiredShots'),
      countShots(sql`shots.required = 1 and ${isApproved}`).as('approvedShots'),
      isDone.as('done'),
      countVersions.as('versionCount'),
      openNotesOf('scene').as('openNotes'),
      ...previewColumns,
    ])
}

function countShots(condition: ReturnType<typeof sql>) {
  return sql<number>`(select count(*) from shots where shots.scene_id = scenes.id and ${condition})`
}

/** Where a scene stands in its project: all have a position or none has, which counts as 0. */
export const scenePlace = sql<number>`coalesce(scenes.position, 0)`

interface After {
  position: number
  numberOrder: string
  id: string
}

/** Before every scene. */
export const beforeAll: After = { position: -1, numberOrder: '', id: '' }

export const listSceneOverviews = statement(
  (db, { projectId, position, numberOrder, id, limit }: After & { projectId: string; limit: number }) =>
    overviews(db, sql`substr(scenes.story_beat, 1, ${sql.lit(listedStoryBeat)})`)
      .where('scenes.project_id', '=', projectId)
      .where(
        sql<boolean>`(${scenePlace}, scenes.number_order, scenes.id) > (${position}, ${numberOrder}, ${id})`,
      )
      .orderBy(scenePlace)
      .orderBy('scenes.number_order')
      .orderBy('scenes.id')
      .limit(limit),
)

export const findScenePlace = statement((db, { projectId, id }: { projectId: string; id: string }) =>
  db
    .selectFrom('scenes')
    .select(['id', 'number_order as numberOrder', scenePlace.as('position')])
    .where('project_id', '=', projectId)
    .where('id', '=', id),
)

export const findSceneOverview = statement((db, { id, userId }: { id: string; userId: string }) =>
  overviews(db)
    .innerJoin('projects', 'projects.id', 'scenes.project_id')
    .innerJoin('project_members as member', asMember('projects.id', userId))
    .select(['projects.id as projectId', 'projects.name as projectName', 'projects.status as projectStatus'])
    .select('member.role as memberRole')
    .where('scenes.id', '=', id),
)

/** Held until the transaction ends, as by `lockScene`. */
export const lockSceneFields = statement((db, { id }: { id: string }, engine) =>
  db
    .selectFrom('scenes')
    .select([
      'id',
      'project_id as projectId',
      'scene_number as sceneId',
      'story_beat as storyBeat',
      'act',
      'macro_scene as macroScene',
    ])
    .where('id', '=', id)
    .$if(engine === 'postgres', (query) => query.forNoKeyUpdate()),
)

export const findSceneOfNumber = statement(
  (db, { projectId, sceneId }: { projectId: string; sceneId: string }) =>
    db
      .selectFrom('scenes')
      .select('id')
      .where('project_id', '=', projectId)
      .where('scene_number', '=', sceneId),
)

export const countScenesOfProject = statement((db, { projectId }: { projectId: string }) =>
  db
    .selectFrom('scenes')
    .select((count) => count.fn.countAll<number>().as('count'))
    .where('project_id', '=', projectId),
)

/** In their order. */
export const listScenePlaces = statement((db, { projectId }: { projectId: string }) =>
  db
    .selectFrom('scenes')
    .select(['id', 'number_order as numberOrder', 'position'])
    .where('project_id', '=', projectId)
    .orderBy(scenePlace)
    .orderBy('number_order')
    .orderBy('id'),
)

interface SceneRow {
  id: string
  sceneId: string
  numberOrder: string
  storyBeat: string | null
  act: number | null
  macroScene: string | null
}

export const insertScene = statement((db, row: SceneRow & { projectId: string }) =>
  db.insertInto('scenes').values({
    id: row.id,
    project_id: row.projectId,
    scene_number: row.sceneId,
    number_order: row.numberOrder,
    story_beat: row.storyBeat,
    act: row.act,
    macro_scene: row.macroScene,
  }),
)

export const updateSceneRow = statement((db, row: SceneRow) =>
  db
    .updateTable('scenes')
    .set({
      scene_number: row.sceneId,
      number_order: row.numberOrder,
      story_beat: row.storyBeat,
      act: row.act,
      macro_scene: row.macroScene,
    })
    .where('id', '=', row.id),
)

/** `places` is a JSON array of `{ id, place }`. Whoever is there already is not written anew, with all its text. */
export const setScenePositions = statement((db, { places }: { places: string }, engine) =>
  db
    .updateTable('scenes')
    .from(jsonRows(places, { id: 'text', place: 'number' }, engine))
    .set((set) => ({ position: set.ref('given.place') }))
    .whereRef('scenes.id', '=', 'given.id')
    .whereRef('scenes.position', 'is distinct from', 'given.place'),
)
