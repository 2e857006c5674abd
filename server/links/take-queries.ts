import type { MediaKind, UploadKind } from '@dailies/contract/media.ts'
import type { VerdictKind } from '@dailies/contract/verdict.ts'
import { type RawBuilder, sql } from 'kysely'
import { servedAttachment } from '../attachments/queries.ts'
import { type Builder, isAmong, type RowOf, statement } from '../db/statement.ts'
import { factsOfOriginal, mediaSummaryOf } from '../media/card-queries.ts'
import { served } from '../media/queries.ts'
import { scenePlace } from '../production/scene-queries.ts'
import { activeWebhookOf } from '../webhooks/event-queries.ts'

/** Whose verdict is told with a take. */
interface Viewer {
  guestId: string
}

/** Nothing of a take that guests may not know. */
function takes(db: Builder, { guestId }: Viewer) {
  return db
    .selectFrom('asset_versions')
    .innerJoin('scenes', 'scenes.id', 'asset_versions.scene_id')
    .leftJoin('shots', 'shots.id', 'asset_versions.shot_id')
    .select([
      'asset_versions.id',
      'scenes.scene_number as sceneId',
      'shots.shot_code as shotCode',
      'asset_versions.title',
      'asset_versions.asset_type as assetType',
      'asset_versions.version_number as versionNumber',
      mediaSummaryOf('asset_versions').as('mediaSummary'),
      factsOfOriginal.as('facts'),
      sql<VerdictKind | null>`(select verdicts.verdict from verdicts
        where verdicts.asset_version_id = asset_versions.id and verdicts.guest_id = ${guestId}
          and verdicts.is_current = 1)`.as('myVerdict'),
    ])
}

/** Where the last take of a page stands; before every one is `firstOfScene`. */
interface AfterInScene {
  createdAt: string
  id: string
}

export const firstOfScene: AfterInScene = { createdAt: '~', id: '~' }

/** The newest first. */
export const listTakesOfScene = statement(
  (db, page: AfterInScene & Viewer & { sceneDbId: string; limit: number }) =>
    takes(db, page)
      .where('asset_versions.scene_id', '=', page.sceneDbId)
      .where(sql<boolean>`(asset_versions.created_at, asset_versions.id) < (${page.createdAt}, ${page.id})`)
      .orderBy('asset_versions.created_at', 'desc')
      .orderBy('asset_versions.id', 'desc')
      .limit(page.limit),
)

export const findTakeInScene = statement((db, { sceneDbId, id }: { sceneDbId: string; id: string }) =>
  db
    .selectFrom('asset_versions')
    .select(['id', 'created_at as createdAt'])
    .where('id', '=', id)
    .where('scene_id', '=', sceneDbId),
)

export type TakeRow = RowOf<typeof listTakesOfScene>

interface AfterInFilm {
  position: number
  numberOrder: string
  sceneDbId: string
  sortOrder: number
  id: string
}

export const firstOfFilm: AfterInFilm = {
  position: -1,
  numberOrder: '',
  sceneDbId: '',
  sortOrder: -1,
  id: '',
}

/** What is of no shot comes behind the shots. */
const shotPlace = sql<number>`coalesce(shots.sort_order, 1e300)`

/** The winners of a project, in the order of scenes and shots. */
export const listTakesOfFilm = statement(
  (db, after: AfterInFilm & Viewer & { projectId: string; limit: number }) =>
    takes(db, after)
      .where('asset_versions.selected', '=', sql.lit(1))
      .where('scenes.project_id', '=', after.projectId)
      .where(
        sql<boolean>`(${scenePlace}, scenes.number_order, scenes.id, ${shotPlace}, asset_versions.id)
          > (${after.position}, ${after.numberOrder}, ${after.sceneDbId}, ${after.sortOrder}, ${after.id})`,
      )
      .orderBy(scenePlace)
      .orderBy('scenes.number_order')
      .orderBy('scenes.id')
      .orderBy(shotPlace)
      .orderBy('asset_versions.id')
      .limit(after.limit),
)

export const findTakeInFilm = statement((db, { projectId, id }: { projectId: string; id: string }) =>
  db
    .selectFrom('asset_versions')
    .innerJoin('scenes', 'scenes.id', 'asset_versions.scene_id')
    .leftJoin('shots', 'shots.id', 'asset_versions.shot_id')
    .select([
      'asset_versions.id',
      'scenes.id as sceneDbId',
      'scenes.number_order as numberOrder',
      scenePlace.as('position'),
      shotPlace.as('sortOrder'),
    ])
    .where('asset_versions.id', '=', id)
    .where('asset_versions.selected', '=', sql.lit(1))
    .where('scenes.project_id', '=', projectId),
)

interface AfterInPlaylist {
  position: number
  itemId: string
}

export const firstOfPlaylist: AfterInPlaylist = { position: -1, itemId: '' }

/** In the order of the list. */
export const listTakesOfPlaylist = statement(
  (db, page: AfterInPlaylist & Viewer & { playlistId: string; limit: number }) =>
    takes(db, page)
      .innerJoin('playlist_items as item', 'item.version_id', 'asset_versions.id')
      .whereRef('scenes.project_id', '=', 'asset_versions.project_id')
      .where('item.playlist_id', '=', page.playlistId)
      .where(sql<boolean>`(item.position, item.id) > (${page.position}, ${page.itemId})`)
      .orderBy('item.position')
      .orderBy('item.id')
      .limit(page.limit),
)

export const findTakeInPlaylist = statement((db, { playlistId, id }: { playlistId: string; id: string }) =>
  db
    .selectFrom('playlist_items')
    .select(['id as itemId', 'position'])
    .where('version_id', '=', id)
    .where('playlist_id', '=', playlistId),
)

/** Whether a link shows a version, of which the statement has both. The one answer to what guests reach. */
function isShown(version: 'version' | 'asset_versions'): RawBuilder<boolean> {
  const of = (column: string) => sql.ref(`${version}.${column}`)
  return sql<boolean>`${of('project_id')} = links.project_id and case links.shows
    when 'scene' then ${of('scene_id')} = links.scene_id
    when 'film' then ${of('selected')} = 1
    else exists (select 1 from playlist_items where playlist_items.version_id = ${of('id')}
      and playlist_items.playlist_id = links.playlist_id) end`
}

/** A version that a link shows. */
export const findShownTake = statement((db, { linkId, id }: { linkId: string; id: string }) =>
  db
    .selectFrom('asset_versions')
    .innerJoin('links', (join) => join.on('links.id', '=', linkId))
    .innerJoin('scenes', 'scenes.id', 'asset_versions.scene_id')
    .select([
      'asset_versions.id as assetVersionId',
      'asset_versions.project_id as projectId',
      'asset_versions.scene_id as sceneDbId',
      'scenes.scene_number as sceneId',
      'asset_versions.shot_id as shotId',
      'asset_versions.created_by as createdBy',
      activeWebhookOf(db, 'asset_versions.project_id'),
    ])
    .where('asset_versions.id', '=', id)
    .whereRef('scenes.project_id', '=', 'asset_versions.project_id')
    .where(isShown('asset_versions')),
)

/** Of a comment with the one that began its thread. */
const isToEverybody = sql<boolean>`coalesce(first.audience, comments.audience) = 'everybody'`

/** What was said of a version to everybody, with how many characters each has. */
export const listOpenCommentSizes = statement(
  (db, { assetVersionId, after, limit }: { assetVersionId: string; after: string; limit: number }) =>
    db
      .selectFrom('comments')
      .leftJoin('comments as first', 'first.id', 'comments.thread_id')
      .select([
        'comments.id',
        sql<number>`length(comments.text) + coalesce(length(comments.drawing), 0)`.as('size'),
      ])
      .where('comments.asset_version_id', '=', assetVersionId)
      .where(isToEverybody)
      .where('comments.id', '>', after)
      .orderBy('comments.id')
      .limit(limit),
)

/** Those of the comments that a guest wrote. `ids` is a JSON array. */
export const listOwnOfGuest = statement((db, { ids, guestId }: { ids: string; guestId: string }, engine) =>
  db
    .selectFrom('comments')
    .select('id')
    .where(isAmong('id', ids, engine))
    .where('guest_id', '=', guestId),
)

/** A file of a version that a link shows, and whether there is a proxy to show in its place. */
export const findServedToGuest = statement(
  (db, { linkId, id, kind }: { linkId: string; id: string; kind: MediaKind }) =>
    served(db, { id, kind })
      .innerJoin('links', (join) => join.on('links.id', '=', linkId))
      .leftJoin('made_media as proxy', (join) =>
        join
          .onRef('proxy.of_hash', '=', 'original.hash')
          .on('proxy.kind', '=', sql.lit<Exclude<MediaKind, UploadKind>>('proxy')),
      )
      .select('proxy.hash as proxyHash')
      .where(isShown('version')),
)

/** A file of what was said to everybody of a version that a link shows. */
export const findAttachmentForGuest = statement(
  (db, { linkId, id, small }: { linkId: string; id: string; small: number }) =>
    servedAttachment(db, { id, small })
      .innerJoin('links', (join) => join.on('links.id', '=', linkId))
      .innerJoin('comments', 'comments.id', 'attachments.comment_id')
      .leftJoin('comments as first', 'first.id', 'comments.thread_id')
      .where(isToEverybody)
      .where(isShown('version')),
)

/** The original of a version that a link shows, with the copy that was made of it for a guest. */
export const findMarkedForGuest = statement(
  (db, { linkId, guestId, id }: { linkId: string; guestId: string; id: string }) =>
    served(db, { id, kind: 'original' })
      .innerJoin('links', (join) => join.on('links.id', '=', linkId))
      .leftJoin('marked_media as marked', (join) =>
        join.onRef('marked.of_hash', '=', 'blobs.hash').on('marked.guest_id', '=', guestId),
      )
      .leftJoin('blobs as copy', 'copy.hash', 'marked.hash')
      .select([
        'marked.id as markedId',
        'marked.problem',
        'marked.used_at as usedAt',
        'copy.hash as copyHash',
        'copy.bytes as copyBytes',
        'copy.facts as copyFacts',
        mediaSummaryOf('version').as('mediaSummary'),
      ])
      .where(isShown('version')),
)

export type MarkedRow = RowOf<typeof findMarkedForGuest>
