import { sql } from 'kysely'
import type { Engine } from '../db/database.ts'
import { jsonRows } from '../db/json-rows.ts'
import { type Builder, isAmong, isAmongRows, long, type RowOf, statement } from '../db/statement.ts'
import { asMember } from '../production/as-member.ts'

/** Those that the user sees: their own, and those of projects of which they are a member. */
function seenBy(db: Builder, userId: string) {
  return db
    .selectFrom('saved_searches')
    .leftJoin('projects', 'projects.id', 'saved_searches.project_id')
    .leftJoin('project_members as member', asMember('saved_searches.project_id', userId))
    .leftJoin('users', 'users.id', 'saved_searches.created_by')
    .leftJoin('saved_search_users as mine', (join) =>
      join.onRef('mine.saved_search_id', '=', 'saved_searches.id').on('mine.user_id', '=', userId),
    )
    .select([
      'saved_searches.id',
      'saved_searches.name',
      'saved_searches.q',
      'projects.id as projectId',
      'projects.name as projectName',
      'member.role as memberRole',
      'saved_searches.created_by as creatorId',
      'users.name as creatorName',
      'mine.position as pin',
      'mine.seen_at as seenAt',
      'saved_searches.created_at as createdAt',
      'saved_searches.updated_at as updatedAt',
    ])
    .where(
      sql<boolean>`(member.role is not null
        or (saved_searches.project_id is null and saved_searches.created_by = ${userId}))`,
    )
}

export const findSavedSearch = statement((db, { id, userId }: { id: string; userId: string }) =>
  seenBy(db, userId).where('saved_searches.id', '=', id),
)

export type SavedSearchRow = RowOf<typeof findSavedSearch>

/** `ids` is a JSON array. In no order. */
export const listSavedSearchesOfIds = statement(
  (db, { ids, userId }: { ids: string; userId: string }, engine) =>
    seenBy(db, userId).where(isAmong('saved_searches.id', ids, engine)),
)

interface Page {
  userId: string
  /** 1 where the user is seen by a token of these projects alone, which has nothing that is of no project. `projectIds` is a JSON array. */
  isLimited: number
  projectIds: string
  before: string
  limit: number
}

/** Those that the user sees, the newest first. */
export const listSavedSearchIds = long(
  statement((db, { userId, isLimited, projectIds, before, limit }: Page, engine) => {
    const own = db
      .selectFrom('saved_searches')
      .select('id')
      .where('created_by', '=', userId)
      .where('project_id', 'is', null)
      .where('id', '<', before)
      .where(sql<boolean>`${isLimited} = 0`)
    const shared = db
      .selectFrom('project_members as member')
      .innerJoin('saved_searches', 'saved_searches.project_id', 'member.project_id')
      .select('saved_searches.id')
      .where('member.user_id', '=', userId)
      .where('member.deleted_at', 'is', null)
      .where('saved_searches.project_id', 'is not', null)
      .where('saved_searches.id', '<', before)
      .where(within('member.project_id', { isLimited, projectIds }, engine))
    return db.selectFrom(own.unionAll(shared).as('seen')).select('id').orderBy('id', 'desc').limit(limit)
  }),
)

function within(
  column: string,
  { isLimited, projectIds }: Pick<Page, 'isLimited' | 'projectIds'>,
  engine: Engine,
) {
  // Not by these: they are those of the user, or some of them.
  return sql<boolean>`(${isLimited} = 0 or ${isAmong(column, projectIds, engine)}) is true`
}

/** Those that the user has pinned, in their order; also those that they see no more. */
export const listPinnedIds = statement((db, { userId }: { userId: string }) =>
  db
    .selectFrom('saved_search_users')
    .select('saved_search_id as id')
    .where('user_id', '=', userId)
    .where('position', 'is not', null)
    .orderBy('position')
    .orderBy('saved_search_id'),
)

export const countOwnSavedSearches = statement((db, { userId }: { userId: string }) =>
  db
    .selectFrom('saved_searches')
    .select((count) => count.fn.countAll<number>().as('count'))
    .where('created_by', '=', userId)
    .where('project_id', 'is', null),
)

export const countSavedSearchesOfProject = statement((db, { projectId }: { projectId: string }) =>
  db
    .selectFrom('saved_searches')
    .select((count) => count.fn.countAll<number>().as('count'))
    .where('project_id', '=', projectId),
)

export const insertSavedSearch = statement(
  (db, row: { id: string; projectId: string | null; name: string; q: string; userId: string; now: string }) =>
    db.insertInto('saved_searches').values({
      id: row.id,
      project_id: row.projectId,
      name: row.name,
      q: row.q,
      created_by: row.userId,
      created_at: row.now,
      updated_at: row.now,
    }),
)

export const updateSavedSearchRow = statement(
  (db, row: { id: string; name: string; q: string; projectId: string | null; now: string }) =>
    db
      .updateTable('saved_searches')
      .set({ name: row.name, q: row.q, project_id: row.projectId, updated_at: row.now })
      .where('id', '=', row.id),
)

/** What users did with it goes with it. */
export const deleteSavedSearchRow = statement((db, { id }: { id: string }) =>
  db.deleteFrom('saved_searches').where('id', '=', id),
)

/** `places` is a JSON array of `{ id, place }`. What is new is counted from now on in one that was never opened. */
export const putPins = statement(
  (db, { userId, places, now }: { userId: string; places: string; now: string }, engine) =>
    db
      .insertInto('saved_search_users')
      .columns(['user_id', 'saved_search_id', 'position', 'seen_at'])
      .expression((select) =>
        select
          .selectFrom(jsonRows(places, { id: 'text', place: 'number' }, engine))
          .select([
            sql<string>`${userId}`.as('user_id'),
            'given.id',
            sql<number>`cast(given.place as integer)`.as('position'),
            sql<string>`${now}`.as('seen_at'),
          ])
          // Without it SQLite takes `on conflict` for the condition of a join.
          .where(sql<boolean>`true`),
      )
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'saved_search_id']).doUpdateSet((row) => ({
          position: row.ref('excluded.position'),
          seen_at: sql<string>`coalesce(saved_search_users.seen_at, ${row.ref('excluded.seen_at')})`,
        })),
      ),
)

export const unpin = statement((db, { id, userId }: { id: string; userId: string }) =>
  db
    .updateTable('saved_search_users')
    .set({ position: null })
    .where('user_id', '=', userId)
    .where('saved_search_id', '=', id),
)

export const putSeen = statement((db, { id, userId, now }: { id: string; userId: string; now: string }) =>
  db
    .insertInto('saved_search_users')
    .values({ user_id: userId, saved_search_id: id, position: null, seen_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'saved_search_id'])
        .doUpdateSet((row) => ({ seen_at: row.ref('excluded.seen_at') })),
    ),
)

/** What nobody sees but one user. */
export const deleteOwnOf = statement((db, { userId }: { userId: string }, engine) =>
  db
    .deleteFrom('saved_searches')
    .where(
      isAmongRows(
        'id',
        db
          .selectFrom('saved_searches')
          .select('id')
          .where('created_by', '=', userId)
          .where('project_id', 'is', null),
        engine,
      ),
    ),
)

export const deletePinsOf = statement((db, { userId }: { userId: string }) =>
  db.deleteFrom('saved_search_users').where('user_id', '=', userId),
)
