import type { AssetChangeSet } from '@dailies/contract/asset-change.ts'
import type { AssetType } from '@dailies/contract/asset-version.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Engine } from '../db/database.ts'
import { isAmong, statement } from '../db/statement.ts'
import { asMember } from '../production/as-member.ts'

export const insertChangeSet = statement(
  (
    db,
    row: {
      id: string
      projectId: string
      userId: string
      kind: AssetChangeSet['kind']
      createdAt: string
      changed: number
      requestId: string | null
      undoOf: string | null
      said: string
      answer: string
      items: string
    },
  ) =>
    db.insertInto('asset_change_sets').values({
      id: row.id,
      project_id: row.projectId,
      user_id: row.userId,
      kind: row.kind,
      created_at: row.createdAt,
      changed: row.changed,
      request_id: row.requestId,
      undo_of: row.undoOf,
      undone_by_id: null,
      said: row.said,
      answer: row.answer,
      items: row.items,
    }),
)

/** What a user's request said, and what was answered. */
export const findAnswer = statement((db, request: { projectId: string; userId: string; requestId: string }) =>
  db
    .selectFrom('asset_change_sets')
    .select(['said', 'answer'])
    .where('project_id', '=', request.projectId)
    .where('user_id', '=', request.userId)
    .where('request_id', '=', request.requestId),
)

export const findChangeSetOfMember = statement((db, { id, userId }: { id: string; userId: string }) =>
  db
    .selectFrom('asset_change_sets as made')
    .innerJoin('project_members as member', asMember('made.project_id', userId))
    .leftJoin('asset_change_sets as undoing', 'undoing.id', 'made.undone_by_id')
    .select([
      'made.project_id as projectId',
      'member.role as memberRole',
      'made.kind',
      'made.said',
      'made.changed',
      'undoing.answer as undone',
    ])
    .where('made.id', '=', id),
)

/** What a change made of versions, and what they were: it may be long. */
export const findItems = statement((db, { id }: { id: string }) =>
  db.selectFrom('asset_change_sets').select('items').where('id', '=', id),
)

/** What is left to be undone. */
export const setItems = statement((db, { id, items }: { id: string; items: string }) =>
  db.updateTable('asset_change_sets').set({ items }).where('id', '=', id),
)

export const setUndone = statement((db, { id, undoneById }: { id: string; undoneById: string }) =>
  db.updateTable('asset_change_sets').set({ undone_by_id: undoneById }).where('id', '=', id),
)

/** A page of those before `before`, with how many bytes of text are read of each. */
export const listChangeSetSizes = statement(
  (db, { projectId, before, limit }: { projectId: string; before: string; limit: number }) =>
    db
      .selectFrom('asset_change_sets')
      .select([
        'id',
        sql<number>`octet_length(said) + case when changed = 1 then octet_length(items) else 0 end`.as(
          'size',
        ),
      ])
      .where('project_id', '=', projectId)
      .where('id', '<', before)
      .orderBy('id', 'desc')
      .limit(limit),
)

/** Of the version that was changed, where it is one alone: not of a former winner that made room. */
const changedAlone: Record<Engine, RawBuilder<string | null>> = {
  sqlite: sql`case when made.changed = 1 then (select value ->> '$.id' from json_each(made.items)
    where value ->> '$.along' is null limit 1) end`,
  postgres: sql`case when made.changed = 1 then (select item ->> 'id' from json_array_elements(cast(made.items as json)) item
    where item ->> 'along' is null limit 1) end`,
}

/** `ids` is a JSON array. In no order. */
export const listChangeSetsOfIds = statement((db, { ids }: { ids: string }, engine) =>
  db
    .selectFrom('asset_change_sets as made')
    .innerJoin('users', 'users.id', 'made.user_id')
    .leftJoin('asset_change_sets as undoing', 'undoing.id', 'made.undone_by_id')
    .leftJoin('users as undoer', 'undoer.id', 'undoing.user_id')
    .leftJoin('asset_versions as version', (join) => join.on('version.id', '=', changedAlone[engine]))
    .leftJoin('deleted_asset_versions as gone', (join) => join.on('gone.id', '=', changedAlone[engine]))
    // A scene that was deleted is of another project.
    .leftJoin('scenes', (join) =>
      join
        .on('scenes.id', '=', sql<string>`coalesce(version.scene_id, gone.scene_id)`)
        .onRef('scenes.project_id', '=', 'made.project_id'),
    )
    .select([
      'made.id',
      'made.kind',
      'made.said',
      'users.id as userId',
      'users.name as userName',
      'made.created_at as at',
      'made.changed as count',
      'made.undo_of as undoOf',
      'undoing.id as undoingId',
      'undoer.id as undoerId',
      'undoer.name as undoerName',
      'undoing.created_at as undoneAt',
      'version.id as presentId',
      sql<string | null>`coalesce(version.id, gone.id)`.as('assetId'),
      sql<string>`coalesce(version.platform_key, gone.platform_key)`.as('platformKey'),
      sql<string>`coalesce(version.platform_label, gone.platform_label)`.as('platformLabel'),
      sql<AssetType>`coalesce(version.asset_type, gone.asset_type)`.as('assetType'),
      sql<number>`coalesce(version.version_number, gone.version_number)`.as('versionNumber'),
      sql<string | null>`case when version.id is null then gone.title else version.title end`.as('title'),
      'scenes.id as sceneDbId',
      'scenes.scene_number as sceneId',
    ])
    .where(isAmong('made.id', ids, engine)),
)
