import type { NoticeKind, NoticeMail } from '@dailies/contract/inbox.ts'
import { sql } from 'kysely'
import { jsonRows } from '../db/json-rows.ts'
import { isAmong, statement } from '../db/statement.ts'

/** A notice for each of `to`, a JSON array of users, as far as they want to hear of it in the one way or the other. */
export const insertNotices = statement(
  (
    db,
    row: {
      to: string
      id: string
      kind: NoticeKind
      createdAt: string
      actorId: string | null
      projectId: string | null
      sceneDbId: string | null
      shotId: string | null
      assetVersionId: string | null
      commentId: string | null
      webhookId: string | null
      tokenId: string | null
      details: string
      /** How it is mailed to whoever has said nothing. */
      mail: NoticeMail
      /** When it is mailed to whom, in milliseconds. */
      soon: number
      daily: number
    },
    engine,
  ) => {
    const mail = sql`coalesce(notice_settings.mail, ${row.mail})`
    const inConsole = sql<number>`coalesce(notice_settings.in_console, 1)`
    return db
      .insertInto('notices')
      .columns([
        'user_id',
        'id',
        'kind',
        'created_at',
        'actor_id',
        'project_id',
        'scene_db_id',
        'shot_id',
        'asset_version_id',
        'comment_id',
        'webhook_id',
        'token_id',
        'details',
        'in_console',
        'mail_due_at',
      ])
      .expression((select) =>
        select
          .selectFrom('users')
          .leftJoin('notice_settings', (join) =>
            join.onRef('notice_settings.user_id', '=', 'users.id').on('notice_settings.kind', '=', row.kind),
          )
          .select([
            'users.id',
            sql<string>`${row.id}`.as('notice_id'),
            sql<NoticeKind>`${row.kind}`.as('kind'),
            sql<string>`${row.createdAt}`.as('created_at'),
            sql<string | null>`${row.actorId}`.as('actor_id'),
            sql<string | null>`${row.projectId}`.as('project_id'),
            sql<string | null>`${row.sceneDbId}`.as('scene_db_id'),
            sql<string | null>`${row.shotId}`.as('shot_id'),
            sql<string | null>`${row.assetVersionId}`.as('asset_version_id'),
            sql<string | null>`${row.commentId}`.as('comment_id'),
            sql<string | null>`${row.webhookId}`.as('webhook_id'),
            sql<string | null>`${row.tokenId}`.as('token_id'),
            sql<string>`${row.details}`.as('details'),
            inConsole.as('in_console'),
            sql<number | null>`case ${mail}
              when 'soon' then cast(${row.soon} as bigint)
              when 'daily' then cast(${row.daily} as bigint) end`.as('mail_due_at'),
          ])
          .where(isAmong('users.id', row.to, engine))
          .where('users.removed_at', 'is', null)
          .where(sql<boolean>`(${inConsole} = 1 or ${mail} <> 'off')`),
      )
  },
)

/** Notices of one kind about many versions: `rows` is a JSON array of `{ userId, id, sceneDbId, shotId, assetVersionId }`. */
export const insertNoticesOfVersions = statement(
  (
    db,
    row: {
      rows: string
      kind: NoticeKind
      createdAt: string
      actorId: string
      projectId: string
      details: string
      mail: NoticeMail
      soon: number
      daily: number
    },
    engine,
  ) => {
    const mail = sql`coalesce(notice_settings.mail, ${row.mail})`
    const inConsole = sql<number>`coalesce(notice_settings.in_console, 1)`
    const given = {
      userId: 'text',
      id: 'text',
      sceneDbId: 'text',
      shotId: 'text',
      assetVersionId: 'text',
    } as const
    return db
      .insertInto('notices')
      .columns([
        ...(['user_id', 'id', 'kind', 'created_at', 'actor_id', 'project_id', 'scene_db_id'] as const),
        ...(['shot_id', 'asset_version_id', 'details', 'in_console', 'mail_due_at'] as const),
      ])
      .expression((select) =>
        select
          .selectFrom(jsonRows(row.rows, given, engine))
          .innerJoin('users', 'users.id', 'given.userId')
          .leftJoin('notice_settings', (join) =>
            join.onRef('notice_settings.user_id', '=', 'users.id').on('notice_settings.kind', '=', row.kind),
          )
          .select([
            'users.id as user_id',
            'given.id',
            sql<NoticeKind>`${row.kind}`.as('kind'),
            sql<string>`${row.createdAt}`.as('created_at'),
            sql<string | null>`${row.actorId}`.as('actor_id'),
            sql<string | null>`${row.projectId}`.as('project_id'),
            'given.sceneDbId',
            'given.shotId',
            'given.assetVersionId',
            sql<string>`${row.details}`.as('details'),
            inConsole.as('in_console'),
            sql<number | null>`case ${mail}
              when 'soon' then cast(${row.soon} as bigint)
              when 'daily' then cast(${row.daily} as bigint) end`.as('mail_due_at'),
          ])
          .where('users.removed_at', 'is', null)
          .where(sql<boolean>`(${inConsole} = 1 or ${mail} <> 'off')`),
      )
  },
)
