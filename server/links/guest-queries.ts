import { sql } from 'kysely'
import { type Builder, type RowOf, statement } from '../db/statement.ts'
import { isUndeleted } from '../production/member-queries.ts'
import { rightsColumns, titleOf } from './queries.ts'

/** Links that open: neither revoked nor expired, of a project and a scene that were not deleted. */
function open(db: Builder, now: string) {
  return db
    .selectFrom('links')
    .innerJoin('projects', 'projects.id', 'links.project_id')
    .leftJoin('scenes', 'scenes.id', 'links.scene_id')
    .leftJoin('playlists', 'playlists.id', 'links.playlist_id')
    .where('links.revoked_at', 'is', null)
    .where('links.expires_at', '>', now)
    .whereRef(sql`coalesce(scenes.project_id, links.project_id)`, '=', 'links.project_id')
    .where(isUndeleted('links.project_id'))
}

export const findOpenLink = statement((db, { hash, now }: { hash: string; now: string }) =>
  open(db, now).select(['links.id', 'links.password']).where('links.hash', '=', hash),
)

/** Held until the transaction ends, so that guests who enter take turns. */
export const lockOpenLink = statement((db, { id, now }: { id: string; now: string }, engine) =>
  open(db, now)
    .select([
      'links.id',
      'links.project_id as projectId',
      'links.password',
      'links.guests',
      'links.expires_at as expiresAt',
    ])
    .where('links.id', '=', id)
    .$if(engine === 'postgres', (query) => query.forNoKeyUpdate('links')),
)

interface Visit {
  linkId: string
  /** Of what is in the cookie. */
  hash: string
  now: string
}

function visits(db: Builder, { linkId, hash, now }: Visit) {
  return open(db, now)
    .innerJoin('link_guests as guest', 'guest.link_id', 'links.id')
    .select([
      'links.id',
      'links.project_id as projectId',
      'links.name',
      'links.shows',
      'links.scene_id as sceneDbId',
      'links.playlist_id as playlistId',
      titleOf,
      'projects.name as projectName',
      'links.expires_at as expiresAt',
      'links.created_by as createdBy',
      ...rightsColumns,
      'guest.id as guestId',
      'guest.name as guestName',
      'guest.last_seen_at as lastSeenAt',
    ])
    .where('guest.hash', '=', hash)
    .where('links.id', '=', linkId)
}

/** A guest and what they came to see. */
export const findVisit = statement((db, visit: Visit) => visits(db, visit))

export type VisitRow = RowOf<typeof findVisit>

/** The same, and nobody revokes the link or changes it until the transaction ends. */
export const lockVisit = statement((db, visit: Visit, engine) =>
  visits(db, visit).$if(engine === 'postgres', (query) => query.forShare('links').forShare('guest')),
)

export const insertGuest = statement(
  (db, row: { id: string; linkId: string; projectId: string; name: string; hash: string; now: string }) =>
    db.insertInto('link_guests').values({
      id: row.id,
      link_id: row.linkId,
      project_id: row.projectId,
      name: row.name,
      hash: row.hash,
      created_at: row.now,
      last_seen_at: row.now,
    }),
)

export const countGuest = statement((db, { linkId, now }: { linkId: string; now: string }) =>
  db
    .updateTable('links')
    .set({
      guests: sql`guests + 1`,
      views: sql`views + 1`,
      last_viewed_at: now,
    })
    .where('id', '=', linkId),
)

/** Touches no row where another request of the guest was quicker. */
export const setGuestSeen = statement(
  (db, { id, lastSeenAt, now }: { id: string; lastSeenAt: string; now: string }) =>
    db
      .updateTable('link_guests')
      .set({ last_seen_at: now })
      .where('id', '=', id)
      .where('last_seen_at', '=', lastSeenAt),
)

export const countView = statement(
  (db, { linkId, views, now }: { linkId: string; views: number; now: string }) =>
    db
      .updateTable('links')
      .set({ views: sql`views + ${views}`, last_viewed_at: now })
      .where('id', '=', linkId),
)

/** A page of the copies that were made for guests, or are to be, with whether their guest may still have them: 1 if so. */
export const listMarked = statement(
  (db, { after, limit, now }: { after: string; limit: number; now: string }) =>
    db
      .selectFrom('marked_media')
      .select(({ exists }) => [
        'marked_media.id',
        'marked_media.hash',
        'marked_media.made_at as madeAt',
        'marked_media.asked_at as askedAt',
        'marked_media.leased_by as leasedBy',
        sql<number>`case when ${exists(
          open(db, now)
            .innerJoin('link_guests as guest', 'guest.link_id', 'links.id')
            .innerJoin('blobs as original', (join) =>
              join.onRef('original.hash', '=', sql`marked_media.of_hash`),
            )
            .select('guest.id')
            .whereRef('links.id', '=', sql`marked_media.link_id`)
            .whereRef('guest.id', '=', sql`marked_media.guest_id`)
            .where('guest.hash', 'is not', null)
            .where('links.watermark', '=', sql.lit(1)),
        )} then 1 else 0 end`.as('isWanted'),
      ])
      .where('marked_media.id', '>', after)
      .orderBy('marked_media.id')
      .limit(limit),
)
