import type { LinkAction, LinkShows } from '@dailies/contract/link.ts'
import { sql } from 'kysely'
import { type Builder, type RowOf, statement } from '../db/statement.ts'

interface LinkRights {
  mayComment: number
  mayGiveVerdict: number
  mayDownload: number
  watermark: number
}

export interface NewLinkRow extends LinkRights {
  id: string
  projectId: string
  name: string
  hash: string
  shows: LinkShows
  sceneDbId: string | null
  playlistId: string | null
  password: string | null
  createdBy: string
  now: string
  expiresAt: string
}

export const insertLink = statement((db, row: NewLinkRow) =>
  db.insertInto('links').values({
    id: row.id,
    project_id: row.projectId,
    name: row.name,
    hash: row.hash,
    shows: row.shows,
    scene_id: row.sceneDbId,
    playlist_id: row.playlistId,
    password: row.password,
    may_comment: row.mayComment,
    may_give_verdict: row.mayGiveVerdict,
    may_download: row.mayDownload,
    watermark: row.watermark,
    created_by: row.createdBy,
    created_at: row.now,
    expires_at: row.expiresAt,
    guests: sql.lit(0),
    views: sql.lit(0),
  }),
)

/** 0 and 1 for false and true. */
export const rightsColumns = [
  'links.may_comment as mayComment',
  'links.may_give_verdict as mayGiveVerdict',
  'links.may_download as mayDownload',
  'links.watermark',
] as const

/** What a link shows is called as that is; the name of a project that was deleted is in nobody's reach. */
export const titleOf = sql<string>`case links.shows
  when 'scene' then scenes.scene_number when 'playlist' then playlists.name else projects.name end`.as(
  'title',
)

function shown(db: Builder) {
  return db
    .selectFrom('links')
    .innerJoin('projects', 'projects.id', 'links.project_id')
    .leftJoin('scenes', 'scenes.id', 'links.scene_id')
    .leftJoin('playlists', 'playlists.id', 'links.playlist_id')
    .leftJoin('users', 'users.id', 'links.created_by')
    .select([
      'links.id',
      'links.name',
      'links.shows',
      'links.scene_id as sceneDbId',
      'links.playlist_id as playlistId',
      titleOf,
      'links.password',
      ...rightsColumns,
      'links.created_by as createdBy',
      'users.name as createdByName',
      'links.created_at as createdAt',
      'links.expires_at as expiresAt',
      'links.revoked_at as revokedAt',
      'links.views',
      'links.guests',
      'links.last_viewed_at as lastViewedAt',
    ])
    .whereRef(sql`coalesce(scenes.project_id, links.project_id)`, '=', 'links.project_id')
}

export const findLinkOfProject = statement((db, { projectId, id }: { projectId: string; id: string }) =>
  shown(db).where('links.project_id', '=', projectId).where('links.id', '=', id),
)

export type LinkRow = RowOf<typeof findLinkOfProject>

/** Held until the transaction ends: guests who are about to write something wait for it. */
export const lockLink = statement((db, { id }: { id: string }, engine) =>
  db
    .selectFrom('links')
    .select('id')
    .where('id', '=', id)
    .$if(engine === 'postgres', (query) => query.forNoKeyUpdate()),
)

/** A page of those made before `before`; those of scenes that were deleted are gone. */
export const listLinksOfProject = statement(
  (db, { projectId, before, limit }: { projectId: string; before: string; limit: number }) =>
    shown(db)
      .where('links.project_id', '=', projectId)
      .where('links.id', '<', before)
      .orderBy('links.id', 'desc')
      .limit(limit),
)

/** Not those of scenes that were deleted, which nobody could revoke. */
export const countLiveLinks = statement((db, { projectId, now }: { projectId: string; now: string }) =>
  db
    .selectFrom('links')
    .leftJoin('scenes', 'scenes.id', 'links.scene_id')
    .select((count) => count.fn.countAll<number>().as('count'))
    .where('links.project_id', '=', projectId)
    .whereRef(sql`coalesce(scenes.project_id, links.project_id)`, '=', 'links.project_id')
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now),
)

export const updateLink = statement(
  (db, row: LinkRights & { id: string; name: string; password: string | null; expiresAt: string }) =>
    db
      .updateTable('links')
      .set({
        name: row.name,
        password: row.password,
        may_comment: row.mayComment,
        may_give_verdict: row.mayGiveVerdict,
        may_download: row.mayDownload,
        watermark: row.watermark,
        expires_at: row.expiresAt,
      })
      .where('id', '=', row.id),
)

export const setLinkRevoked = statement((db, { id, now }: { id: string; now: string }) =>
  db.updateTable('links').set({ revoked_at: now }).where('id', '=', id).where('revoked_at', 'is', null),
)

/** Whoever is in has to enter anew. */
export const endVisits = statement((db, { linkId }: { linkId: string }) =>
  db
    .updateTable('link_guests')
    .set({ hash: null })
    .where('link_id', '=', linkId)
    .where('hash', 'is not', null),
)

export const insertLinkChange = statement(
  (
    db,
    row: {
      id: string
      projectId: string
      linkId: string
      linkName: string
      action: LinkAction
      changedBy: string
      tokenId: string | null
      now: string
      details: string
    },
  ) =>
    db.insertInto('link_changes').values({
      id: row.id,
      project_id: row.projectId,
      link_id: row.linkId,
      link_name: row.linkName,
      action: row.action,
      changed_by: row.changedBy,
      token_id: row.tokenId,
      created_at: row.now,
      details: row.details,
    }),
)

/** The newest first. */
export const listLinkChanges = statement(
  (db, { projectId, before, limit }: { projectId: string; before: string; limit: number }) =>
    db
      .selectFrom('link_changes')
      .leftJoin('users', 'users.id', 'link_changes.changed_by')
      .select([
        'link_changes.id',
        'link_changes.link_id as linkId',
        'link_changes.link_name as linkName',
        'link_changes.action',
        'link_changes.changed_by as changedBy',
        'users.name as changedByName',
        'link_changes.token_id as tokenId',
        'link_changes.created_at as createdAt',
        'link_changes.details',
      ])
      .where('link_changes.project_id', '=', projectId)
      .where('link_changes.id', '<', before)
      .orderBy('link_changes.id', 'desc')
      .limit(limit),
)

/** The newest first. */
export const listGuestsOfLink = statement(
  (db, { linkId, before, limit }: { linkId: string; before: string; limit: number }) =>
    db
      .selectFrom('link_guests')
      .select(['id', 'name', 'created_at as createdAt', 'last_seen_at as lastSeenAt'])
      .where('link_id', '=', linkId)
      .where('id', '<', before)
      .orderBy('id', 'desc')
      .limit(limit),
)
