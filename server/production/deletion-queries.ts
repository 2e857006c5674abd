import type { ProjectStatus } from '@dailies/contract/project.ts'
import { sql } from 'kysely'
import { jsonRows } from '../db/json-rows.ts'
import { isAmong, isAmongRows, statement } from '../db/statement.ts'
import type { Tables } from '../db/tables.ts'

/** A project without members, in which are the scenes that are being removed: nobody finds them, by any statement. */
export const graveId = ''

/** Another one, of those in the trash. */
export const trashId = 'trash'

/** One of these two. */
export const insertNobodysProject = statement((db, { id, now }: { id: string; now: string }) =>
  db
    .insertInto('projects')
    .values({
      id,
      name: id,
      status: sql.lit<ProjectStatus>('ARCHIVED'),
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.doNothing()),
)

/**
 * What it was called is gone at once. Where it is removed its rows go in steps, and its own stays: without an index by project
 * removing it would read all asset versions there are.
 */
export const buryProject = statement((db, { id, now }: { id: string; now: string }) =>
  db
    .updateTable('projects')
    .set({
      created_by: null,
      name: id,
      status: sql.lit<ProjectStatus>('ARCHIVED'),
      genre: null,
      updated_at: now,
    })
    .where('id', '=', id),
)

/** From now on nobody reaches it. Its members still hear what was told about it. */
export const dismissMembers = statement((db, { projectId, now }: { projectId: string; now: string }) =>
  db
    .updateTable('project_members')
    .set({ deleted_at: now })
    .where('project_id', '=', projectId)
    .returning('user_id as userId'),
)

export const insertDeletion = statement((db, { id, projectId }: { id: string; projectId: string }) =>
  db.insertInto('deletions').values({ id, project_id: projectId, leased_until: 0 }),
)

/** `rows` is a JSON array of `{ id, projectId }`. */
export const insertDeletions = statement((db, { rows }: { rows: string }, engine) =>
  db
    .insertInto('deletions')
    .columns(['id', 'project_id', 'leased_until'])
    .expression((select) =>
      select
        .selectFrom(jsonRows(rows, { id: 'text', projectId: 'text' }, engine))
        .select(['given.id', 'given.projectId as project_id', sql<number>`0`.as('leased_until')]),
    ),
)

interface Lease {
  workerId: string
  /** Milliseconds. */
  until: number
}

/** Takes on the oldest that nobody works at. */
export const leaseDeletion = statement((db, lease: Lease & { now: number }, engine) =>
  db
    .updateTable('deletions')
    .set({ leased_by: lease.workerId, leased_until: lease.until })
    .where('id', '=', (free) =>
      free
        .selectFrom('deletions')
        .select('id')
        .where('leased_until', '<', lease.now)
        .orderBy('id')
        .limit(sql.lit(1))
        .$if(engine === 'postgres', (query) => query.forUpdate().skipLocked()),
    )
    .returning(['id', 'project_id as projectId']),
)

/** Touches no row once the lease is another's. */
export const renewDeletion = statement((db, { id, workerId, until }: Lease & { id: string }) =>
  db
    .updateTable('deletions')
    .set({ leased_until: until })
    .where('id', '=', id)
    .where('leased_by', '=', workerId),
)

export const deleteDeletion = statement((db, { id }: { id: string }) =>
  db.deleteFrom('deletions').where('id', '=', id),
)

/**
 * Locked, for many may be at work in the grave: one that waited for the rows of another would find nothing left of them,
 * and remove the scene with the hundreds behind these.
 */
export const findSceneToDelete = statement((db, { projectId }: { projectId: string }, engine) =>
  db
    .selectFrom('scenes')
    .select('id')
    .where('project_id', '=', projectId)
    .limit(sql.lit(1))
    .$if(engine === 'postgres', (query) => query.forNoKeyUpdate()),
)

interface Some {
  /** Of the scene or project. */
  of: string
  limit: number
}

/** Deletes some of the rows of a table that belong to a scene or project, and returns their ids. */
function deleteSome(
  table:
    | 'asset_versions'
    | 'deleted_asset_versions'
    | 'shots'
    | 'characters'
    | 'prompt_packages'
    | 'comments'
    | 'verdicts'
    | 'links'
    | 'link_guests'
    | 'link_changes'
    | 'playlists'
    | 'saved_searches'
    | 'exports'
    | 'reviews'
    | 'asset_change_sets',
  column: 'scene_id' | 'project_id',
) {
  return statement((db, { of, limit }: Some, engine) => {
    const some = db
      .selectFrom(table as 'shots')
      .select('id')
      .where(column as 'scene_id', '=', of)
      .limit(limit)
    return db
      .deleteFrom(table as 'shots')
      .where(isAmongRows('id', some, engine))
      .returning('id')
  })
}

export const deleteVersionsOfScene = deleteSome('asset_versions', 'scene_id')
export const deleteDeletedVersionsOfScene = deleteSome('deleted_asset_versions', 'scene_id')
export const deleteCommentsOfScene = deleteSome('comments', 'scene_id')
export const deleteVerdictsOfScene = deleteSome('verdicts', 'scene_id')
export const deleteShotsOfScene = deleteSome('shots', 'scene_id')
export const deleteCharactersOfProject = deleteSome('characters', 'project_id')
export const deletePromptPackagesOfProject = deleteSome('prompt_packages', 'project_id')
export const deleteLinkGuestsOfProject = deleteSome('link_guests', 'project_id')
export const deleteLinksOfProject = deleteSome('links', 'project_id')
export const deleteLinkChangesOfProject = deleteSome('link_changes', 'project_id')

/** Those of the links that show the scene. */
export const deleteLinkGuestsOfScene = statement((db, { of, limit }: Some, engine) => {
  const some = db
    .selectFrom('links')
    .innerJoin('link_guests', 'link_guests.link_id', 'links.id')
    .select('link_guests.id')
    .where('links.scene_id', '=', of)
    .limit(limit)
  return db.deleteFrom('link_guests').where(isAmongRows('id', some, engine))
})
/** What people made of the takes of a scene, and what the film did. */
export const deleteMarksOfScene = statement((db, { of, limit }: Some) =>
  db.deleteFrom('take_marks').where(
    sql<boolean>`(asset_version_id, user_id) in (select asset_version_id, user_id from take_marks
      where scene_id = ${of} limit cast(${limit} as integer))`,
  ),
)
export const deletePlaylistsOfProject = deleteSome('playlists', 'project_id')
export const deleteSavedSearchesOfProject = deleteSome('saved_searches', 'project_id')

/** What people did with the saved searches of the project. */
export const deleteSavedSearchUsersOfProject = statement((db, { of, limit }: Some) =>
  db.deleteFrom('saved_search_users').where(
    sql<boolean>`(user_id, saved_search_id) in (select saved_search_users.user_id, saved_search_users.saved_search_id
      from saved_searches inner join saved_search_users on saved_search_users.saved_search_id = saved_searches.id
      where saved_searches.project_id = ${of} limit cast(${limit} as integer))`,
  ),
)
export const deleteExportsOfProject = deleteSome('exports', 'project_id')

/** What is in its exports. */
export const deleteExportedOfProject = statement((db, { of, limit }: Some) =>
  db.deleteFrom('export_files').where(
    sql<boolean>`(export_id, zip_offset) in (select export_files.export_id, export_files.zip_offset
      from exports inner join export_files on export_files.export_id = exports.id
      where exports.project_id = ${of} limit cast(${limit} as integer))`,
  ),
)
export const deleteChangeSetsOfProject = deleteSome('asset_change_sets', 'project_id')
export const deleteReviewsOfProject = deleteSome('reviews', 'project_id')

/** `ids` is a JSON array. */
export const deleteStatusChangesOfVersions = statement((db, { ids }: { ids: string }, engine) =>
  db.deleteFrom('status_changes').where(isAmong('asset_version_id', ids, engine)),
)

/** `ids` is a JSON array. */
export const deletePlaylistItemsOfVersions = statement((db, { ids }: { ids: string }, engine) =>
  db.deleteFrom('playlist_items').where(isAmong('version_id', ids, engine)),
)

/** `ids` is a JSON array. */
export const deleteShownVersions = statement((db, { ids }: { ids: string }, engine) =>
  db.deleteFrom('review_versions').where(isAmong('asset_version_id', ids, engine)),
)

/**
 * The same for a table whose key is of several columns: PostgreSQL goes by where rows are, which SQLite does not tell of
 * these.
 */
function deleteByKey(table: keyof Tables, column: 'scene_id' | 'project_id', key: string[]) {
  const keys = sql.join(key.map((name) => sql.ref(name)))
  return statement((db, { of, limit }: Some, engine) => {
    const found = (what: ReturnType<typeof sql>) =>
      sql`(select ${what} from ${sql.table(table)} where ${sql.ref(column)} = ${of} limit cast(${limit} as integer))`
    return db
      .deleteFrom(table as 'shots')
      .where(
        engine === 'postgres'
          ? sql<boolean>`ctid = any(array${found(sql`ctid`)})`
          : sql<boolean>`(${keys}) in ${found(keys)}`,
      )
  })
}

export const deleteStatusChangesOfProject = deleteByKey('status_changes', 'project_id', [
  'asset_version_id',
  'id',
])
export const deleteRightsDefaultsOfProject = deleteByKey('rights_defaults', 'project_id', [
  'project_id',
  'platform_key',
])
export const deleteTagsOfProject = deleteByKey('project_tags', 'project_id', ['project_id', 'name'])
export const deleteCutSettingsOfProject = deleteByKey('cut_settings', 'project_id', ['project_id'])
export const deleteEditsOfProject = deleteByKey('edits', 'project_id', ['project_id', 'of_id', 'field'])
export const deleteReviewPeopleOfProject = deleteByKey('review_people', 'project_id', [
  'review_id',
  'user_id',
])
export const deleteShownOfProject = deleteByKey('review_versions', 'project_id', [
  'review_id',
  'asset_version_id',
])
export const deleteCountersOfScene = deleteByKey('version_counters', 'scene_id', [
  'scene_id',
  'asset_type',
  'platform_key',
])

export const deleteDeparturesOfScene = deleteByKey('departures', 'scene_id', ['scene_id', 'asset_version_id'])
export const deleteReviewsOfScene = deleteByKey('version_reviews', 'scene_id', ['asset_version_id'])
export const deleteApproversOfProject = deleteByKey('approvers', 'project_id', ['project_id', 'user_id'])
export const deleteApprovalRuleOfProject = deleteByKey('approval_rules', 'project_id', ['project_id'])
export const deleteBudgetOfProject = deleteByKey('budgets', 'project_id', ['project_id'])
export const deleteWinnerChangesOfScene = deleteByKey('winner_changes', 'scene_id', ['scene_id', 'number'])

export const deleteSceneRow = statement((db, { id }: { id: string }) =>
  db.deleteFrom('scenes').where('id', '=', id),
)
