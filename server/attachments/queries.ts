import type { MediaKind } from '@dailies/contract/media.ts'
import { sql } from 'kysely'
import type { Engine } from '../db/database.ts'
import { jsonRows } from '../db/json-rows.ts'
import { type Builder, isAmong, isAmongRows, statement } from '../db/statement.ts'
import { asMember } from '../production/as-member.ts'

/** What is shown of one in a list. */
const smallKind = 'thumb-320' satisfies MediaKind

interface NewAttachmentRow {
  id: string
  assetVersionId: string
  projectId: string
  sceneDbId: string
  userId: string
  hash: string
  bytes: number
  /** Milliseconds. */
  createdAt: number
  name: string
}

export const insertAttachment = statement((db, row: NewAttachmentRow) =>
  db.insertInto('attachments').values({
    id: row.id,
    asset_version_id: row.assetVersionId,
    project_id: row.projectId,
    scene_id: row.sceneDbId,
    user_id: row.userId,
    comment_id: null,
    position: sql.lit(0),
    hash: row.hash,
    bytes: row.bytes,
    created_at: row.createdAt,
    name: row.name,
  }),
)

/** Of a user, those that no comment has taken. */
export const countLeftOf = statement((db, { userId }: { userId: string }) =>
  db
    .selectFrom('attachments')
    .select((count) => count.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('comment_id', 'is', null),
)

/** What `attachmentsOf` tells of each. */
export interface ListedAttachment {
  id: string
  name: string
  bytes: number
  /** By content; null until somebody has looked into it. */
  type: string | null
  /** 1 where there is a small picture of it. */
  small: number
  position: number
}

/** What is known of the type of a blob. */
function typeOfFacts(engine: Engine) {
  return engine === 'sqlite'
    ? sql<string | null>`blobs.facts ->> '$.type'`
    : sql<string | null>`cast(blobs.facts as json) ->> 'type'`
}

/** JSON: `ListedAttachment`s of the comment of the row, in no order. */
export function attachmentsOf(engine: Engine) {
  const [all, one] =
    engine === 'sqlite' ? ['json_group_array', 'json_object'] : ['json_agg', 'json_build_object']
  return sql<string>`coalesce(cast((
    select ${sql.raw(all)}(${sql.raw(one)}('id', attachments.id, 'name', attachments.name, 'bytes', attachments.bytes,
      'type', ${typeOfFacts(engine)}, 'position', attachments.position,
      'small', (select count(*) from made_media where made_media.of_hash = attachments.hash
        and made_media.kind = ${sql.lit(smallKind)})))
    from attachments inner join blobs on blobs.hash = attachments.hash
    where attachments.comment_id = comments.id) as text), '[]')`
}

/** A file of a comment, with what is small of it where that is asked for. */
export function servedAttachment(db: Builder, { id, small }: { id: string; small: number }) {
  return db
    .selectFrom('attachments')
    .innerJoin('asset_versions as version', 'version.id', 'attachments.asset_version_id')
    .innerJoin('scenes', 'scenes.id', 'version.scene_id')
    .leftJoin('made_media', (join) =>
      join
        .onRef('made_media.of_hash', '=', 'attachments.hash')
        .on('made_media.kind', '=', sql.lit<MediaKind>(smallKind)),
    )
    .innerJoin('blobs', (join) =>
      join.on(
        sql<boolean>`blobs.hash = case when cast(${small} as integer) = 1 then made_media.hash else attachments.hash end`,
      ),
    )
    .select([
      'attachments.name',
      'version.project_id as projectId',
      'blobs.hash',
      'blobs.bytes',
      'blobs.facts',
    ])
    .where('attachments.id', '=', id)
    .whereRef('scenes.project_id', '=', 'version.project_id')
}

/** For a member of its project; before a comment has taken it, for its sender alone. */
export const findServedAttachment = statement(
  (db, { id, small, userId }: { id: string; small: number; userId: string }) =>
    servedAttachment(db, { id, small })
      .innerJoin('project_members as member', asMember('version.project_id', userId))
      .select('member.role as memberRole')
      .where(sql<boolean>`(attachments.comment_id is not null or attachments.user_id = ${userId})`),
)

/** Any of a comment. */
export const findOneOf = statement((db, { commentId }: { commentId: string }) =>
  db.selectFrom('attachments').select('id').where('comment_id', '=', commentId).limit(sql.lit(1)),
)

interface Taking {
  commentId: string
  assetVersionId: string
  /** Whose files it may take. */
  userId: string
  /** JSON: an array of `{ id, position }`. */
  rows: string
  /** JSON: the ids alone. */
  ids: string
}

/** The comment has these, in this order: those that it had, and those that no other has. */
export const takeAttachments = statement((db, taking: Taking, engine) =>
  db
    .updateTable('attachments')
    .set({
      comment_id: taking.commentId,
      position: (of) =>
        of
          .selectFrom(jsonRows(taking.rows, { id: 'text', position: 'number' }, engine))
          .select(sql<number>`cast(given.position as integer)`.as('position'))
          .whereRef('given.id', '=', 'attachments.id'),
    })
    .where(isAmong('id', taking.ids, engine))
    .where('asset_version_id', '=', taking.assetVersionId)
    .where(
      sql<boolean>`(comment_id = ${taking.commentId} or (comment_id is null and user_id = ${taking.userId}))`,
    ),
)

/** Of what a comment has all but these, a JSON array of ids. */
export const deleteOthersOfComment = statement(
  (db, { commentId, ids }: { commentId: string; ids: string }, engine) =>
    db
      .deleteFrom('attachments')
      .where('comment_id', '=', commentId)
      .where(sql<boolean>`not ${isAmong('id', ids, engine)}`)
      .returning(['project_id as projectId', 'bytes']),
)

interface Some {
  /** Of the version or scene. */
  of: string
  limit: number
}

function deleteSome(column: 'asset_version_id' | 'scene_id') {
  return statement((db, { of, limit }: Some, engine) => {
    const some = db.selectFrom('attachments').select('id').where(column, '=', of).limit(limit)
    return db
      .deleteFrom('attachments')
      .where(isAmongRows('id', some, engine))
      .returning(['project_id as projectId', 'bytes'])
  })
}

export const deleteSomeOfVersion = deleteSome('asset_version_id')
export const deleteSomeOfScene = deleteSome('scene_id')

/** Some of those that were sent before then, in milliseconds, and that no comment has taken. */
export const deleteSomeLeft = statement(
  (db, { before, limit }: { before: number; limit: number }, engine) => {
    const some = db
      .selectFrom('attachments')
      .select('id')
      .where('comment_id', 'is', null)
      .where('created_at', '<', before)
      .orderBy('created_at')
      .orderBy('id')
      .limit(limit)
    return (
      db
        .deleteFrom('attachments')
        .where(isAmongRows('id', some, engine))
        // One may have taken it meanwhile.
        .where('comment_id', 'is', null)
        .returning(['project_id as projectId', 'bytes'])
    )
  },
)
