import { sql } from 'kysely'
import { jsonRows } from '../db/json-rows.ts'
import { type Builder, isAmong, long, statement } from '../db/statement.ts'
import { asMember } from '../production/as-member.ts'
import { previewColumns } from '../production/overview-queries.ts'

/** Of versions that are there: neither deleted nor in a scene that was. */
const isThere = sql<boolean>`exists (select 1 from asset_versions
  inner join scenes on scenes.id = asset_versions.scene_id
    and scenes.project_id = asset_versions.project_id
  where asset_versions.id = playlist_items.version_id)`

const itemsOfPlaylist = sql`from playlist_items where playlist_items.playlist_id = playlists.id and ${isThere}`

function overviews(db: Builder) {
  return db
    .selectFrom('playlists')
    .leftJoin('users', 'users.id', 'playlists.created_by')
    .leftJoin('asset_versions as preview', (join) =>
      join.on(
        sql<boolean>`preview.id = (select playlist_items.version_id ${itemsOfPlaylist}
          order by playlist_items.position, playlist_items.id limit 1)`,
      ),
    )
    .select([
      'playlists.id',
      'playlists.project_id as projectId',
      'playlists.name',
      'playlists.note',
      sql<number>`(select count(*) ${itemsOfPlaylist})`.as('itemCount'),
      'users.id as creatorId',
      'users.name as creatorName',
      'playlists.created_at as createdAt',
      'playlists.updated_at as updatedAt',
      ...previewColumns,
    ])
}

/** The last changed first: a project has few (contract/playlist.ts). */
export const listPlaylistNames = statement((db, { projectId }: { projectId: string }) =>
  db
    .selectFrom('playlists')
    .select(['id', 'name', 'updated_at as updatedAt'])
    .where('project_id', '=', projectId)
    .orderBy('updated_at', 'desc')
    .orderBy('id'),
)

/** `ids` is a JSON array. In no order. */
export const listPlaylistOverviews = long(
  statement((db, { ids }: { ids: string }, engine) =>
    overviews(db).where(isAmong('playlists.id', ids, engine)),
  ),
)

export const findPlaylist = statement((db, { id }: { id: string }) =>
  overviews(db).where('playlists.id', '=', id),
)

export const findPlaylistInProject = statement((db, { id, projectId }: { id: string; projectId: string }) =>
  db.selectFrom('playlists').select('id').where('id', '=', id).where('project_id', '=', projectId),
)

export const findPlaylistOfMember = statement((db, { id, userId }: { id: string; userId: string }) =>
  db
    .selectFrom('playlists')
    .innerJoin('projects', 'projects.id', 'playlists.project_id')
    .innerJoin('project_members as member', asMember('playlists.project_id', userId))
    .select([
      'playlists.id',
      'playlists.project_id as projectId',
      'projects.name as projectName',
      'projects.status as projectStatus',
      'member.role as memberRole',
    ])
    .where('playlists.id', '=', id),
)

export const countPlaylists = statement((db, { projectId }: { projectId: string }) =>
  db
    .selectFrom('playlists')
    .select((count) => count.fn.countAll<number>().as('count'))
    .where('project_id', '=', projectId),
)

export const insertPlaylist = statement(
  (
    db,
    row: { id: string; projectId: string; name: string; note: string | null; userId: string; now: string },
  ) =>
    db.insertInto('playlists').values({
      id: row.id,
      project_id: row.projectId,
      name: row.name,
      note: row.note,
      created_by: row.userId,
      created_at: row.now,
      updated_at: row.now,
    }),
)

export const findPlaylistFields = statement((db, { id }: { id: string }) =>
  db.selectFrom('playlists').select(['id', 'name', 'note']).where('id', '=', id),
)

export const updatePlaylistRow = statement(
  (db, row: { id: string; name: string; note: string | null; now: string }) =>
    db
      .updateTable('playlists')
      .set({ name: row.name, note: row.note, updated_at: row.now })
      .where('id', '=', row.id),
)

export const touchPlaylist = statement((db, { id, now }: { id: string; now: string }) =>
  db.updateTable('playlists').set({ updated_at: now }).where('id', '=', id),
)

/** Its items go with it. */
export const deletePlaylistRow = statement((db, { id }: { id: string }) =>
  db.deleteFrom('playlists').where('id', '=', id),
)

export const listPlaylistsOfVersion = statement(
  (db, { versionId, projectId }: { versionId: string; projectId: string }) =>
    db
      .selectFrom('playlist_items')
      .innerJoin('playlists', 'playlists.id', 'playlist_items.playlist_id')
      .select(['playlists.id', 'playlists.name', 'playlist_items.id as itemId'])
      .where('playlist_items.version_id', '=', versionId)
      .where('playlists.project_id', '=', projectId),
)

/** Those of the versions that are in the project. `ids` is a JSON array. */
export const listVersionsOfProject = statement(
  (db, { projectId, ids }: { projectId: string; ids: string }, engine) =>
    db
      .selectFrom('asset_versions')
      .innerJoin('scenes', 'scenes.id', 'asset_versions.scene_id')
      .select('asset_versions.id')
      .where(isAmong('asset_versions.id', ids, engine))
      // Not by an index of projects: there are more versions in one than are asked for.
      .where(sql<boolean>`(asset_versions.project_id = ${projectId}) is true`)
      .where(sql<boolean>`(scenes.project_id = ${projectId}) is true`),
)

/** In their order, those whose version is deleted included. */
export const listItemPlaces = statement((db, { playlistId }: { playlistId: string }) =>
  db
    .selectFrom('playlist_items')
    .select(['id', 'version_id as versionId', 'position'])
    .where('playlist_id', '=', playlistId)
    .orderBy('position')
    .orderBy('id'),
)

/** `rows` is a JSON array of `{ id, versionId, place }`. */
export const insertItems = statement(
  (db, { playlistId, rows }: { playlistId: string; rows: string }, engine) =>
    db
      .insertInto('playlist_items')
      .columns(['id', 'playlist_id', 'version_id', 'position'])
      .expression((select) =>
        select
          .selectFrom(jsonRows(rows, { id: 'text', versionId: 'text', place: 'number' }, engine))
          .select([
            'given.id',
            sql<string>`${playlistId}`.as('playlist_id'),
            'given.versionId',
            sql<number>`cast(given.place as integer)`.as('position'),
          ]),
      ),
)

/** `places` is a JSON array of `{ id, place }`. */
export const setItemPositions = statement((db, { places }: { places: string }, engine) =>
  db
    .updateTable('playlist_items')
    .from(jsonRows(places, { id: 'text', place: 'number' }, engine))
    .set({ position: sql<number>`cast(given.place as integer)` })
    .whereRef('playlist_items.id', '=', 'given.id'),
)

/** Those whose version is there: of any other nobody sees the item, and it comes back with that. `ids` is a JSON array. */
export const deleteItemsOfPlaylist = statement(
  (db, { playlistId, ids }: { playlistId: string; ids: string }, engine) =>
    db
      .deleteFrom('playlist_items')
      .where(isAmong('id', ids, engine))
      .where(sql<boolean>`(playlist_id = ${playlistId}) is true`)
      .where(isThere)
      .returning('id'),
)
