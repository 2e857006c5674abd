import type { ProjectRole } from '@dailies/contract/member.ts'
import type { ProjectStatus } from '@dailies/contract/project.ts'
import { sql } from 'kysely'
import { asText, type Builder, isAmong, statement } from '../db/statement.ts'

/** Writes down what a project is, for it to be that again. */
export const insertDeletedProject = statement(
  (db, { id, by, now }: { id: string; by: string; now: string }) =>
    db
      .insertInto('deleted_projects')
      .columns(['project_id', 'created_by', 'name', 'status', 'genre', 'deleted_at', 'deleted_by'])
      .expression((select) =>
        select
          .selectFrom('projects')
          .select(['id', 'created_by', 'name', 'status', 'genre'])
          .select([sql<string>`${now}`.as('deleted_at'), sql<string>`${by}`.as('deleted_by')])
          .where('id', '=', id),
      ),
)

/** Those in the trash of which the user was a member. */
function dismissedFrom(db: Builder, userId: string) {
  return db
    .selectFrom('project_members as member')
    .innerJoin('deleted_projects', 'deleted_projects.project_id', 'member.project_id')
    .where('member.user_id', '=', userId)
}

export const findDeletedProjectOfMember = statement((db, { id, userId }: { id: string; userId: string }) =>
  dismissedFrom(db, userId)
    .select(['member.project_id as projectId', 'member.role as memberRole'])
    .where('member.project_id', '=', id),
)

interface Page {
  userId: string
  /** JSON: those that may be told of; all where it is empty. */
  projectIds: string
  /** Of the last of the page before. */
  deletedAt: string
  id: string
  limit: number
}

/** Those that the user owned, in the order in which they were deleted, the last first. */
export const listDeletedProjects = statement(
  (db, { userId, projectIds, deletedAt, id, limit }: Page, engine) =>
    dismissedFrom(db, userId)
      .leftJoin('users as deleter', 'deleter.id', 'deleted_projects.deleted_by')
      .select(['deleted_projects.project_id as id', 'deleted_projects.name', 'deleted_projects.status'])
      .select(['deleted_projects.genre', 'deleted_projects.deleted_at as deletedAt'])
      .select(['deleter.id as deleterId', 'deleter.name as deleterName'])
      .select(
        sql<number>`(select count(*) from scenes where scenes.project_id = deleted_projects.project_id)`.as(
          'sceneCount',
        ),
      )
      .where(sql<boolean>`member.role = 'owner'`)
      .where(
        sql<boolean>`(${asText(projectIds)} = '[]' or ${isAmong('member.project_id', projectIds, engine)})`,
      )
      .where(
        sql<boolean>`(deleted_projects.deleted_at, deleted_projects.project_id) < (${asText(deletedAt)}, ${asText(id)})`,
      )
      .orderBy('deleted_projects.deleted_at', 'desc')
      .orderBy('deleted_projects.project_id', 'desc')
      .limit(limit),
)

/** Those that the user alone owned: of other owners none is left in the installation. */
export const listDeletedProjectsOfOnlyOwner = statement((db, { userId }: { userId: string }) =>
  dismissedFrom(db, userId)
    .select(['deleted_projects.project_id as id', 'deleted_projects.name'])
    .where('member.role', '=', 'owner')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('project_members as others')
            .innerJoin('users', 'users.id', 'others.user_id')
            .select('others.user_id')
            .whereRef('others.project_id', '=', 'member.project_id')
            .where('others.role', '=', 'owner')
            .where('others.user_id', '!=', userId)
            .where('users.removed_at', 'is', null),
        ),
      ),
    )
    .orderBy('member.project_id'),
)

/** Whoever owns it from now on, as far as one in the trash is owned: restored, it is theirs. */
export const insertDismissedOwner = statement(
  (db, { projectId, userId, now }: { projectId: string; userId: string; now: string }) =>
    db
      .insertInto('project_members')
      .values({
        project_id: projectId,
        user_id: userId,
        role: sql.lit<ProjectRole>('owner'),
        created_at: now,
        deleted_at: now,
      })
      .onConflict((conflict) =>
        conflict.columns(['project_id', 'user_id']).doUpdateSet({ role: sql.lit<ProjectRole>('owner') }),
      ),
)

/** Of many who want it, to restore or to purge it, one has it. */
export const takeDeletedProject = statement((db, { id }: { id: string }) =>
  db
    .deleteFrom('deleted_projects')
    .where('project_id', '=', id)
    .returning(['created_by as createdBy', 'name', 'status', 'genre']),
)

/** The same of many. `ids` is a JSON array. */
export const takeDeletedProjects = statement((db, { ids }: { ids: string }, engine) =>
  db
    .deleteFrom('deleted_projects')
    .where(isAmong('project_id', ids, engine))
    .returning('project_id as id'),
)

/** Unless it was restored meanwhile, and even deleted again. */
export const takeOldDeletedProject = statement((db, { id, before }: { id: string; before: string }) =>
  db
    .deleteFrom('deleted_projects')
    .where('project_id', '=', id)
    .where('deleted_at', '<', before)
    .returning('project_id as id'),
)

/** In the order of their keys. */
export const listDeletedProjectsAfter = statement((db, { id, limit }: { id: string; limit: number }) =>
  db
    .selectFrom('deleted_projects')
    .select(['project_id as id', 'deleted_at as deletedAt'])
    .where('project_id', '>', id)
    .orderBy('project_id')
    .limit(limit),
)

interface Restored {
  id: string
  createdBy: string | null
  name: string
  status: ProjectStatus
  genre: string | null
  now: string
}

export const putProjectBack = statement((db, row: Restored) =>
  db
    .updateTable('projects')
    .set({
      created_by: row.createdBy,
      name: row.name,
      status: row.status,
      genre: row.genre,
      updated_at: row.now,
    })
    .where('id', '=', row.id),
)

/** Those who were members when it was deleted. */
export const listDismissedMembers = statement((db, { projectId }: { projectId: string }) =>
  db
    .selectFrom('project_members')
    .select(['user_id as userId', 'role'])
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is not', null),
)

/** Who owned these projects, a JSON array, when they were deleted: of each its owners. */
export const listDismissedOwners = statement((db, { projectIds }: { projectIds: string }, engine) =>
  db
    .selectFrom('project_members')
    .select('user_id as userId')
    .where(isAmong('project_id', projectIds, engine))
    .where('role', '=', 'owner')
    .where('deleted_at', 'is not', null),
)

/** Whoever was a member is so again. */
export const recallMembers = statement((db, { projectId }: { projectId: string }) =>
  db
    .updateTable('project_members')
    .set({ deleted_at: null })
    .where('project_id', '=', projectId)
    .returning(['user_id as userId', 'role']),
)
