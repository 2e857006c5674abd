import type { Audience } from '@dailies/contract/comment.ts'
import { sql } from 'kysely'
import { attachmentsOf } from '../attachments/queries.ts'
import type { Engine } from '../db/database.ts'
import { jsonRows } from '../db/json-rows.ts'
import { type Builder, isAmong, type RowOf, statement } from '../db/statement.ts'
import { asMember } from '../production/as-member.ts'
import { activeWebhookOf } from '../webhooks/event-queries.ts'

/** JSON: `{ id, name }` of everybody whom the comment of the row mentions, in no order. */
function mentions(engine: Engine) {
  const [all, one] =
    engine === 'sqlite' ? ['json_group_array', 'json_object'] : ['json_agg', 'json_build_object']
  return sql<string>`coalesce(cast((
    select ${sql.raw(all)}(${sql.raw(one)}('id', users.id, 'name', users.name))
    from comment_mentions inner join users on users.id = comment_mentions.user_id
    where comment_mentions.comment_id = comments.id) as text), '[]')`
}

/** As the contract has them: what is of the thread comes from the comment that began it. */
export function shownComments(db: Builder, engine: Engine) {
  return db
    .selectFrom('comments')
    .leftJoin('comments as first', 'first.id', 'comments.thread_id')
    .leftJoin('users as author', 'author.id', 'comments.author_id')
    .leftJoin('users as resolver', (join) =>
      join.on(sql<boolean>`resolver.id = coalesce(first.resolved_by, comments.resolved_by)`),
    )
    .select([
      'comments.id',
      'comments.asset_version_id as assetVersionId',
      'comments.thread_id as parentId',
      'comments.author_id as authorId',
      sql<string>`coalesce(author.name, comments.guest_name, '')`.as('authorName'),
      'comments.text',
      'comments.first_frame as firstFrame',
      'comments.last_frame as lastFrame',
      'comments.rate_numerator as numerator',
      'comments.rate_denominator as denominator',
      sql<number>`case when comments.drawing is null then 0 else 1 end`.as('hasDrawing'),
      sql<Audience>`coalesce(first.audience, comments.audience)`.as('audience'),
      mentions(engine).as('mentions'),
      attachmentsOf(engine).as('attachments'),
      'comments.created_at as createdAt',
      'comments.edited_at as editedAt',
      sql<string | null>`coalesce(first.resolved_at, comments.resolved_at)`.as('resolvedAt'),
      'resolver.id as resolverId',
      'resolver.name as resolverName',
      'comments.deleted_at as deletedAt',
    ])
}

/** The next comments of a version, with how many characters each has. */
export const listCommentSizes = statement(
  (db, { assetVersionId, after, limit }: { assetVersionId: string; after: string; limit: number }) =>
    db
      .selectFrom('comments')
      .select(['id', sql<number>`length(text) + coalesce(length(drawing), 0)`.as('size')])
      .where('asset_version_id', '=', assetVersionId)
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit),
)

/** `ids` is a JSON array. In no order. */
export const listCommentsOfIds = statement((db, { ids }: { ids: string }, engine) =>
  shownComments(db, engine)
    .select('comments.drawing')
    .where(isAmong('comments.id', ids, engine)),
)

export type CommentRow = RowOf<typeof listCommentsOfIds>

/** A version of which something is said, with where it is. */
export const findVersionToReview = statement((db, { id, userId }: { id: string; userId: string }) =>
  db
    .selectFrom('asset_versions as version')
    .innerJoin('project_members as member', asMember('version.project_id', userId))
    .innerJoin('scenes', 'scenes.id', 'version.scene_id')
    .select([
      'version.id as assetVersionId',
      'version.project_id as projectId',
      'version.scene_id as sceneDbId',
      'scenes.scene_number as sceneId',
      'version.shot_id as shotId',
      'version.created_by as createdBy',
      'member.role as memberRole',
      activeWebhookOf(db, 'version.project_id'),
    ])
    .where('version.id', '=', id)
    // The scene may have been deleted, and its versions are still to go.
    .whereRef('scenes.project_id', '=', 'version.project_id'),
)

/** Of which version a comment is, as far as the user may see that. */
export const findVersionOfComment = statement((db, { id, userId }: { id: string; userId: string }) =>
  db
    .selectFrom('comments')
    .innerJoin('asset_versions as version', 'version.id', 'comments.asset_version_id')
    .innerJoin('project_members as member', asMember('version.project_id', userId))
    .innerJoin('scenes', 'scenes.id', 'version.scene_id')
    .select(['version.id as assetVersionId', 'version.project_id as projectId', 'member.role as memberRole'])
    .where('comments.id', '=', id)
    .whereRef('scenes.project_id', '=', 'version.project_id'),
)

/** What a rule has to know of a comment that is to be changed, or replied to. */
export const findStoredComment = statement(
  (db, { id, assetVersionId }: { id: string; assetVersionId: string }) =>
    db
      .selectFrom('comments')
      .leftJoin('comments as first', 'first.id', 'comments.thread_id')
      .select([
        'comments.id',
        'comments.thread_id as threadId',
        'comments.author_id as authorId',
        sql<string | null>`coalesce(first.author_id, comments.author_id)`.as('starterId'),
        'comments.text',
        'comments.drawing',
        'comments.deleted_at as deletedAt',
        'comments.resolved_at as resolvedAt',
        sql<Audience>`coalesce(first.audience, comments.audience)`.as('audience'),
      ])
      .where('comments.id', '=', id)
      .where('comments.asset_version_id', '=', assetVersionId),
)

export const countCommentsOf = statement((db, { assetVersionId }: { assetVersionId: string }) =>
  db
    .selectFrom('comments')
    .select((count) => count.fn.countAll<number>().as('count'))
    .where('asset_version_id', '=', assetVersionId),
)

/** Whoever replied in a thread, as often as they did. */
export const listRepliesOf = statement((db, { threadId }: { threadId: string }) =>
  db
    .selectFrom('comments')
    .select('author_id as userId')
    .where('thread_id', '=', threadId)
    .where('author_id', 'is not', null),
)

export interface NewCommentRow {
  id: string
  assetVersionId: string
  projectId: string
  sceneDbId: string
  threadId: string | null
  authorId: string | null
  guestId: string | null
  guestName: string | null
  audience: Audience
  firstFrame: number | null
  lastFrame: number | null
  numerator: number | null
  denominator: number | null
  createdAt: string
  text: string
  drawing: string | null
}

export const insertComment = statement((db, row: NewCommentRow) =>
  db.insertInto('comments').values({
    id: row.id,
    asset_version_id: row.assetVersionId,
    project_id: row.projectId,
    scene_id: row.sceneDbId,
    thread_id: row.threadId,
    author_id: row.authorId,
    guest_id: row.guestId,
    guest_name: row.guestName,
    audience: row.audience,
    first_frame: row.firstFrame,
    last_frame: row.lastFrame,
    rate_numerator: row.numerator,
    rate_denominator: row.denominator,
    created_at: row.createdAt,
    text: row.text,
    drawing: row.drawing,
  }),
)

export const setComment = statement(
  (db, row: Pick<NewCommentRow, 'id' | 'audience' | 'text' | 'drawing'> & { editedAt: string }) =>
    db
      .updateTable('comments')
      .set({ audience: row.audience, text: row.text, drawing: row.drawing, edited_at: row.editedAt })
      .where('id', '=', row.id),
)

export const setRange = statement(
  (db, row: Pick<NewCommentRow, 'id' | 'firstFrame' | 'lastFrame' | 'numerator' | 'denominator'>) =>
    db
      .updateTable('comments')
      .set({
        first_frame: row.firstFrame,
        last_frame: row.lastFrame,
        rate_numerator: row.numerator,
        rate_denominator: row.denominator,
      })
      .where('id', '=', row.id),
)

export const listMentionsOf = statement((db, { id }: { id: string }) =>
  db.selectFrom('comment_mentions').select('user_id as userId').where('comment_id', '=', id),
)

/** `rows` is a JSON array of `{ user_id }`. */
export const insertMentions = statement(
  (db, row: { id: string; threadId: string; projectId: string; rows: string }, engine) =>
    db
      .insertInto('comment_mentions')
      .columns(['comment_id', 'user_id', 'thread_id', 'project_id'])
      .expression((select) =>
        select
          .selectFrom(jsonRows(row.rows, { user_id: 'text' }, engine))
          .select([
            sql<string>`${row.id}`.as('comment_id'),
            'given.user_id',
            sql<string>`${row.threadId}`.as('thread_id'),
            sql<string>`${row.projectId}`.as('project_id'),
          ]),
      ),
)

/** But those of `userIds`, a JSON array. */
export const deleteMentionsOf = statement((db, { id, userIds }: { id: string; userIds: string }, engine) =>
  db
    .deleteFrom('comment_mentions')
    .where('comment_id', '=', id)
    .where(sql<boolean>`not ${isAmong('user_id', userIds, engine)}`),
)

/** It keeps its place, and says nothing. */
export const emptyComment = statement((db, { id, now }: { id: string; now: string }) =>
  db.updateTable('comments').set({ text: '', drawing: null, deleted_at: now }).where('id', '=', id),
)

export const deleteCommentRow = statement((db, { id }: { id: string }) =>
  db.deleteFrom('comments').where('id', '=', id),
)

export const findReplyTo = statement((db, { threadId }: { threadId: string }) =>
  db.selectFrom('comments').select('id').where('thread_id', '=', threadId).limit(sql.lit(1)),
)

export const setResolved = statement(
  (db, { id, at, by }: { id: string; at: string | null; by: string | null }) =>
    db.updateTable('comments').set({ resolved_at: at, resolved_by: by }).where('id', '=', id),
)
