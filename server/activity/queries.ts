import type { AssetStatus } from '@dailies/contract/asset-version.ts'
import type { EventName } from '@dailies/contract/event.ts'
import type { VerdictKind } from '@dailies/contract/verdict.ts'
import { sql } from 'kysely'
import { named } from '../db/asset-version-columns.ts'
import type { Engine } from '../db/database.ts'
import { isAmong, statement } from '../db/statement.ts'

/** Little of each: what an event says may be long. */
export const listEventsOfProject = statement(
  (db, { projectId, before, limit }: { projectId: string; before: string; limit: number }) =>
    db
      .selectFrom('events')
      .select(['id', 'user_id as userId', 'event'])
      .where('project_id', '=', projectId)
      .where('id', '<', before)
      .orderBy('id', 'desc')
      .limit(limit),
)

/** What it takes to tell of them; of a capture not what it was made from. `ids` is a JSON array. In no order. */
export const listEventsOfIds = statement((db, { ids }: { ids: string }, engine) =>
  db
    .selectFrom('events')
    .innerJoin('users', 'users.id', 'events.user_id')
    .leftJoin('scenes', (join) =>
      // A scene that was deleted is of another project.
      join.onRef('scenes.id', '=', 'events.scene_db_id').onRef('scenes.project_id', '=', 'events.project_id'),
    )
    .leftJoin('users as assignee', (join) => join.on('assignee.id', '=', said<string>('assigneeId', engine)))
    .leftJoin('comments', (join) =>
      join
        .on('comments.id', '=', said<string>('commentId', engine))
        .onRef('comments.project_id', '=', 'events.project_id')
        .on(isInProject('comments')),
    )
    .select([
      'events.id',
      sql<EventName>`events.event`.as('event'),
      'events.created_at as createdAt',
      'users.id as userId',
      'users.name as userName',
      said<string>('authorId', engine).as('authorId'),
      said<string>('givenBy', engine).as('givenBy'),
      sql<
        string | null
      >`coalesce(${said<string>('authorName', engine)}, ${said<string>('givenByName', engine)})`.as(
        'sayerName',
      ),
      'scenes.id as sceneDbId',
      'scenes.scene_number as sceneNumber',
      said<string>('sceneId', engine).as('sceneId'),
      said<string>('assetVersionId', engine).as('assetVersionId'),
      said<AssetStatus>('oldStatus', engine).as('oldStatus'),
      said<AssetStatus>('newStatus', engine).as('newStatus'),
      said<string>('previousSelectedId', engine).as('previousSelectedId'),
      said<string>('shotCode', engine).as('shotCode'),
      'assignee.id as assigneeId',
      'assignee.name as assigneeName',
      'comments.id as commentId',
      sql<string | null>`substr(comments.text, 1, 200)`.as('commentText'),
      said<VerdictKind>('verdict', engine).as('verdict'),
      said<string>('reviewId', engine).as('reviewId'),
      said<string>('name', engine).as('reviewName'),
      said<string | number>('totalShotCount', engine).as('requiredShots'),
    ])
    .where(isAmong('events.id', ids, engine)),
)

/** Whether the scene of a row is in the project of that row: one that was deleted is of another project. */
function isInProject(table: 'asset_versions' | 'comments') {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  return sql<boolean>`exists (select 1 from scenes as home
    where home.id = ${column('scene_id')} and home.project_id = ${column('project_id')})`
}

/** A field of the data of an event; null where it has none. */
function said<T>(field: string, engine: Engine) {
  return engine === 'sqlite'
    ? sql<T | null>`json_extract(events.data, ${sql.lit(`$.${field}`)})`
    : sql<T | null>`cast(events.data as json) ->> ${sql.lit(field)}`
}

const shown = ['id', 'platformKey', 'platformLabel', 'assetType', 'versionNumber', 'title'] as const

/** `ids` is a JSON array. In no order. What is in a deleted scene is so as well. */
export const listVersionsOfIds = statement((db, { ids }: { ids: string }, engine) =>
  db
    .selectFrom('asset_versions')
    .select(named('asset_versions', ...shown))
    .select(sql<number>`case when ${isInProject('asset_versions')} then 0 else 1 end`.as('deleted'))
    .where(isAmong('id', ids, engine)),
)

/** The same of those that were deleted and can be restored. */
export const listDeletedVersionsOfIds = statement((db, { ids }: { ids: string }, engine) =>
  db
    .selectFrom('deleted_asset_versions')
    .select(named('deleted_asset_versions', ...shown))
    .where(isAmong('id', ids, engine)),
)
