import type { AssetStatus, AssetType, RightsState } from '@dailies/contract/asset-version.ts'
import { sql } from 'kysely'
import { allBut, inSql, named } from '../db/asset-version-columns.ts'
import { jsonRows } from '../db/json-rows.ts'
import { isAmong, type RowOf, statement } from '../db/statement.ts'
import { activeWebhookOf } from '../webhooks/event-queries.ts'

/** What a member may in a project, and whether anybody may want to hear of it. */
export const findChanger = statement((db, { projectId, userId }: { projectId: string; userId: string }) =>
  db
    .selectFrom('project_members as member')
    .select(['member.project_id as projectId', 'member.role as memberRole'])
    .select(activeWebhookOf(db, 'member.project_id'))
    .where('member.project_id', '=', projectId)
    .where('member.user_id', '=', userId)
    .where('member.deleted_at', 'is', null),
)

interface Some {
  projectId: string
  /** A JSON array. */
  ids: string
}

const read = [
  ...named('version', 'id', 'sceneDbId', 'shotId', 'assetType', 'status', 'selected', 'compareGroup'),
  ...named('version', 'rightsState', 'createdBy', 'versionNumber', 'platformKey'),
  'scenes.scene_number as sceneId' as const,
]

/** Versions of a project, as they are or were; a scene that was deleted has none, and what was purged is none. */
function versionsOf(table: 'asset_versions' | 'deleted_asset_versions') {
  return statement((db, { projectId, ids }: Some, engine) =>
    db
      .selectFrom(`${table as 'asset_versions'} as version`)
      .innerJoin('scenes', 'scenes.id', 'version.scene_id')
      .select(read)
      .where(isAmong('version.id', ids, engine))
      .where('version.project_id', '=', projectId)
      .where('scenes.project_id', '=', projectId)
      .$if(table === 'deleted_asset_versions', (query) => query.where(sql<boolean>`version.deleted_at > ''`)),
  )
}

export const listVersionsToChange = versionsOf('asset_versions')
export const listDeletedVersionsToChange = versionsOf('deleted_asset_versions')

/** Those that are in a scene that was deleted, deleted before that or not, with that scene and the number that it had. */
export const listVersionsInTrash = statement((db, { projectId, ids }: Some, engine) => {
  const of = (table: 'asset_versions' | 'deleted_asset_versions') =>
    db
      .selectFrom(`${table as 'asset_versions'} as version`)
      .innerJoin('deleted_scenes', 'deleted_scenes.scene_id', 'version.scene_id')
      .select(['version.id', 'version.scene_id as sceneDbId', 'deleted_scenes.scene_number as sceneId'])
      .where(isAmong('version.id', ids, engine))
      .where('deleted_scenes.project_id', '=', projectId)
  return of('asset_versions').unionAll(
    of('deleted_asset_versions').where(sql<boolean>`version.deleted_at > ''`),
  )
})

/** Those that were deleted are neither purged nor removed until the transaction ends; returns those that can be restored. */
export const lockDeletedVersions = statement((db, { ids }: { ids: string }, engine) =>
  db
    .selectFrom('deleted_asset_versions')
    .select('id')
    .where(isAmong('id', ids, engine))
    .where('deleted_at', '>', '')
    .orderBy('id')
    .$if(engine === 'postgres', (query) => query.forUpdate()),
)

export type VersionToChange = RowOf<typeof listVersionsToChange>

/** In bytes. */
export const listTagSizes = statement((db, { ids }: { ids: string }, engine) =>
  db
    .selectFrom('asset_versions')
    .select(['id', sql<number>`coalesce(octet_length(tags), 0)`.as('size')])
    .where(isAmong('id', ids, engine)),
)

export const listTagsOfVersions = statement((db, { ids }: { ids: string }, engine) =>
  db
    .selectFrom('asset_versions')
    .select(['id', 'tags'])
    .where(isAmong('id', ids, engine)),
)

export const listTextsOfVersions = statement((db, { ids }: { ids: string }, engine) =>
  db
    .selectFrom('asset_versions')
    .select(['id', 'title', 'notes'])
    .where(isAmong('id', ids, engine)),
)

/** The winners of places: `places` is a JSON array of `{ sceneDbId, shotId, assetType }`. */
export const listWinnersOfPlaces = statement((db, { places }: { places: string }, engine) =>
  db
    .selectFrom(jsonRows(places, { sceneDbId: 'text', shotId: 'text', assetType: 'text' }, engine))
    .innerJoin('asset_versions as version', (join) =>
      join
        .onRef('version.scene_id', '=', 'given.sceneDbId')
        .onRef('version.asset_type', '=', sql<AssetType>`given."assetType"`)
        .on(sql<boolean>`coalesce(version.shot_id, '') = coalesce(given."shotId", '')`)
        // Written into the text, not a parameter: the index of winners is a partial one.
        .on('version.selected', '=', sql.lit(1)),
    )
    .innerJoin('scenes', 'scenes.id', 'version.scene_id')
    .select(read),
)

export const listShotsOfIds = statement((db, { ids }: { ids: string }, engine) =>
  db
    .selectFrom('shots')
    .select(['id', 'scene_id as sceneDbId'])
    .where(isAmong('id', ids, engine)),
)

/** As `countRequiredShots`, of each of many scenes. */
export const countRequiredShotsOfScenes = statement((db, { ids }: { ids: string }, engine) =>
  db
    .selectFrom('shots')
    .select(({ fn, exists, selectFrom }) => [
      'shots.scene_id as sceneDbId',
      fn.countAll<number>().as('total'),
      fn
        .count<number>('shots.id')
        .filterWhere(
          exists(
            selectFrom('asset_versions')
              .select('asset_versions.id')
              .whereRef('asset_versions.scene_id', '=', 'shots.scene_id')
              .whereRef('asset_versions.shot_id', '=', 'shots.id')
              .where(sql<boolean>`asset_versions.status in ('APPROVED', 'FINAL')`),
          ),
        )
        .as('approved'),
    ])
    .where(isAmong('scene_id', ids, engine))
    .where('required', '=', 1)
    .groupBy('shots.scene_id'),
)

/** Those of a project that are there, with their numbers. */
export const listScenesOfIds = statement((db, { projectId, ids }: Some, engine) =>
  db
    .selectFrom('scenes')
    .select(['id', 'scene_number as sceneId'])
    .where(isAmong('id', ids, engine))
    .where('project_id', '=', projectId),
)

/** Those of a project that are in the trash, with the numbers that they had. */
export const listScenesInTrash = statement((db, { projectId, ids }: Some, engine) =>
  db
    .selectFrom('deleted_scenes')
    .select(['scene_id as id', 'scene_number as sceneId'])
    .where(isAmong('scene_id', ids, engine))
    .where('project_id', '=', projectId),
)

const state = {
  id: 'text',
  status: 'text',
  selected: 'number',
  shotId: 'text',
  compareGroup: 'text',
  rightsState: 'text',
} as const

const set = {
  status: sql<AssetStatus>`given.status`,
  selected: sql<number>`cast(given.selected as integer)`,
  shot_id: sql<string | null>`given."shotId"`,
  compare_group: sql<string | null>`given."compareGroup"`,
  rights_state: sql<RightsState>`given."rightsState"`,
}

/** `rows` is a JSON array of what becomes of versions. */
export const setStates = statement((db, { rows, now }: { rows: string; now: string }, engine) =>
  db
    .updateTable('asset_versions')
    .from(jsonRows(rows, state, engine))
    .set({ ...set, updated_at: now })
    .whereRef('asset_versions.id', '=', 'given.id'),
)

/** The same of those that go to another scene: writing that to the others as well would touch every index of scenes. */
export const setStatesAndScenes = statement((db, { rows, now }: { rows: string; now: string }, engine) =>
  db
    .updateTable('asset_versions')
    .from(jsonRows(rows, { ...state, sceneDbId: 'text', versionNumber: 'number' }, engine))
    .set({
      ...set,
      scene_id: sql<string>`given."sceneDbId"`,
      version_number: sql<number>`cast(given."versionNumber" as integer)`,
      updated_at: now,
    })
    .whereRef('asset_versions.id', '=', 'given.id'),
)

/** `rows` is a JSON array of `{ id, tags }`. */
export const setTags = statement((db, { rows, now }: { rows: string; now: string }, engine) =>
  db
    .updateTable('asset_versions')
    .from(jsonRows(rows, { id: 'text', tags: 'text' }, engine))
    .set({ tags: sql<string | null>`given.tags`, updated_at: now })
    .whereRef('asset_versions.id', '=', 'given.id'),
)

/** `rows` is a JSON array of `{ id, title, notes }`. */
export const setTexts = statement((db, { rows, now }: { rows: string; now: string }, engine) =>
  db
    .updateTable('asset_versions')
    .from(jsonRows(rows, { id: 'text', title: 'text', notes: 'text' }, engine))
    .set({
      title: sql<string | null>`given.title`,
      notes: sql<string | null>`given.notes`,
      updated_at: now,
    })
    .whereRef('asset_versions.id', '=', 'given.id'),
)

const all = inSql(allBut())

export const insertDeletedVersions = statement(
  (db, { ids, by, now }: { ids: string; by: string; now: string }, engine) =>
    db
      .insertInto('deleted_asset_versions')
      .columns([...all, 'deleted_at', 'deleted_by'])
      .expression((select) =>
        select
          .selectFrom('asset_versions')
          .select([...all, sql<string>`${now}`.as('deleted_at'), sql<string>`${by}`.as('deleted_by')])
          .where(isAmong('id', ids, engine)),
      ),
)

export const deleteVersions = statement((db, { ids }: { ids: string }, engine) =>
  db.deleteFrom('asset_versions').where(isAmong('id', ids, engine)),
)

const kept = allBut('shotId', 'status', 'selected', 'updatedAt')

/** Deleted ones are there again: `rows` is a JSON array of `{ id, shotId, status, selected }`. */
export const insertRestoredVersions = statement((db, { rows, now }: { rows: string; now: string }, engine) =>
  db
    .insertInto('asset_versions')
    .columns([...inSql(kept), 'shot_id', 'status', 'selected', 'updated_at'])
    .expression((select) =>
      select
        .selectFrom(
          jsonRows(rows, { id: 'text', shotId: 'text', status: 'text', selected: 'number' }, engine),
        )
        .innerJoin('deleted_asset_versions as version', 'version.id', 'given.id')
        .select(inSql(kept).map((name) => `version.${name}` as const))
        .select([
          sql<string | null>`given."shotId"`.as('shot_id'),
          sql<AssetStatus>`given.status`.as('status'),
          sql<number>`cast(given.selected as integer)`.as('selected'),
          sql<string>`${now}`.as('updated_at'),
        ]),
    ),
)

export const deleteDeletedVersions = statement((db, { ids }: { ids: string }, engine) =>
  db.deleteFrom('deleted_asset_versions').where(isAmong('id', ids, engine)),
)
