import { mostNotices, type NoticeDetails, type NoticeKind, type NoticeMail } from '@dailies/contract/inbox.ts'
import { sql } from 'kysely'
import { type Builder, isAmong, type RowOf, statement } from '../db/statement.ts'
import { asMember } from '../production/as-member.ts'

/** For whom notices are: `projectIds` is a JSON array, of which those alone are seen where `isLimited` is 1. */
export interface Reader {
  userId: string
  isLimited: number
  projectIds: string
}

/** A user's notices, but for those of projects that the user may not see. */
function seen(db: Builder, userId: string) {
  return db
    .selectFrom('notices')
    .leftJoin('project_members as member', asMember('notices.project_id', userId))
    .where('notices.user_id', '=', userId)
    .where(({ or, eb }) =>
      or([eb('notices.project_id', 'is', null), eb('member.user_id' as 'notices.user_id', 'is not', null)]),
    )
}

/** Of a scene that was not deleted: such a one is of another project. */
function isThere(of: 'versions' | 'comments') {
  return sql<boolean>`exists (select 1 from scenes as its
    where its.id = ${sql.ref(`${of}.scene_id`)} and its.project_id = ${sql.ref(`${of}.project_id`)})`
}

/** With what each is about, as far as that is still there. */
export function shownNotices(db: Builder, userId: string) {
  return seen(db, userId)
    .leftJoin('users as actors', 'actors.id', 'notices.actor_id')
    .leftJoin('projects', 'projects.id', 'notices.project_id')
    .leftJoin('asset_versions as versions', (join) =>
      join
        .onRef('versions.id', '=', 'notices.asset_version_id')
        .onRef('versions.project_id', '=', 'notices.project_id')
        .on(isThere('versions')),
    )
    .leftJoin('scenes', (join) =>
      join
        // It may have gone to another scene since.
        .on(sql<boolean>`scenes.id = coalesce(versions.scene_id, notices.scene_db_id)`)
        .onRef('scenes.project_id', '=', 'notices.project_id'),
    )
    .leftJoin('shots', (join) =>
      join.onRef('shots.id', '=', 'notices.shot_id').onRef('shots.scene_id', '=', 'scenes.id'),
    )
    .leftJoin('comments', (join) =>
      join
        .onRef('comments.id', '=', 'notices.comment_id')
        .onRef('comments.project_id', '=', 'notices.project_id')
        .on(isThere('comments')),
    )
    .leftJoin('webhooks', (join) =>
      join
        .onRef('webhooks.id', '=', 'notices.webhook_id')
        .onRef('webhooks.user_id', '=', 'notices.user_id')
        .on('webhooks.deleted_at', 'is', null),
    )
    .leftJoin('tokens', (join) =>
      join.onRef('tokens.id', '=', 'notices.token_id').onRef('tokens.user_id', '=', 'notices.user_id'),
    )
    .select([
      'notices.id',
      'notices.kind',
      'notices.created_at as createdAt',
      'notices.read_at as readAt',
      'notices.details',
      'actors.id as actorId',
      'actors.name as actorName',
      'projects.id as projectId',
      'projects.name as projectName',
      'scenes.id as sceneDbId',
      'scenes.scene_number as sceneId',
      'shots.id as shotId',
      'shots.shot_code as shotCode',
      'versions.id as assetVersionId',
      'versions.asset_type as assetType',
      'versions.platform_label as platformLabel',
      'versions.version_number as versionNumber',
      'versions.title',
      'versions.thumbnail_url as thumbnailUrl',
      'comments.id as commentId',
      sql<string | null>`substr(comments.text, 1, 200)`.as('commentText'),
      'webhooks.id as webhookId',
      'webhooks.description as webhookDescription',
      'webhooks.url as webhookUrl',
      'tokens.id as tokenId',
      'tokens.name as tokenName',
    ])
}

function within({ isLimited, projectIds }: Reader, engine: Parameters<typeof isAmong>[2]) {
  return sql<boolean>`(${isLimited} = 0 or ${isAmong('notices.project_id', projectIds, engine)})`
}

export const listNotices = statement((db, reader: Reader & { before: string; limit: number }, engine) =>
  shownNotices(db, reader.userId)
    .where('notices.id', '<', reader.before)
    .where('notices.in_console', '=', sql.lit(1))
    .where(within(reader, engine))
    .orderBy('notices.id', 'desc')
    .limit(reader.limit),
)

export type ShownNotice = RowOf<typeof listNotices>

export const findNotice = statement((db, reader: Reader & { id: string }, engine) =>
  shownNotices(db, reader.userId)
    .where('notices.id', '=', reader.id)
    .where('notices.in_console', '=', sql.lit(1))
    .where(within(reader, engine)),
)

export const countUnread = statement((db, reader: Reader, engine) =>
  db
    .selectFrom(
      seen(db, reader.userId)
        .select('notices.id')
        .where('notices.read_at', 'is', null)
        .where('notices.in_console', '=', sql.lit(1))
        .where(within(reader, engine))
        .limit(sql.lit(mostNotices))
        .as('waiting'),
    )
    .select((count) => count.fn.countAll<number>().as('unread')),
)

export const setRead = statement(
  (db, { userId, id, readAt }: { userId: string; id: string; readAt: string | null }) =>
    db.updateTable('notices').set({ read_at: readAt }).where('user_id', '=', userId).where('id', '=', id),
)

/** All that are unread, up to `through`. */
export const setReadThrough = statement((db, reader: Reader & { through: string; now: string }, engine) =>
  db
    .updateTable('notices')
    .set({ read_at: reader.now })
    .where('user_id', '=', reader.userId)
    .where('id', '<=', reader.through)
    .where('read_at', 'is', null)
    .where('in_console', '=', sql.lit(1))
    .where(within(reader, engine)),
)

export const listNoticeSettingsOf = statement((db, { userId }: { userId: string }) =>
  db
    .selectFrom('notice_settings')
    .select(['kind', 'in_console as inConsole', 'mail'])
    .where('user_id', '=', userId),
)

/** Null leaves as it is what is there, or else as `defaultMail` and in the console. */
export const saveNoticeSetting = statement(
  (
    db,
    setting: {
      userId: string
      kind: NoticeKind
      inConsole: number | null
      mail: NoticeMail | null
      defaultMail: NoticeMail
    },
  ) =>
    db
      .insertInto('notice_settings')
      .values({
        user_id: setting.userId,
        kind: setting.kind,
        in_console: sql<number>`coalesce(cast(${setting.inConsole} as integer), 1)`,
        mail: sql<NoticeMail>`coalesce(${setting.mail}, ${setting.defaultMail})`,
      })
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'kind']).doUpdateSet({
          in_console: sql<number>`coalesce(cast(${setting.inConsole} as integer), notice_settings.in_console)`,
          mail: sql<NoticeMail>`coalesce(${setting.mail}, notice_settings.mail)`,
        }),
      )
      .returning(['kind', 'in_console as inConsole', 'mail']),
)

/** What a stored notice says of itself. */
export function detailsOf({ details }: { details: string }): NoticeDetails {
  return JSON.parse(details)
}
