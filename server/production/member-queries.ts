import type { ProjectRole } from '@dailies/contract/member.ts'
import { sql } from 'kysely'
import { isAmong, statement } from '../db/statement.ts'

interface MemberKey {
  projectId: string
  userId: string
}

export const insertMember = statement((db, row: MemberKey & { role: ProjectRole; now: string }) =>
  db
    .insertInto('project_members')
    .values({ project_id: row.projectId, user_id: row.userId, role: row.role, created_at: row.now }),
)

export const setMemberRole = statement((db, { projectId, userId, role }: MemberKey & { role: ProjectRole }) =>
  db
    .updateTable('project_members')
    .set({ role })
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId),
)

export const deleteMember = statement((db, { projectId, userId }: MemberKey) =>
  db.deleteFrom('project_members').where('project_id', '=', projectId).where('user_id', '=', userId),
)

/** Whether anybody is a member of a project: of one that was deleted nobody is. `project` is the column with its id. */
export function isUndeleted(project: string) {
  return sql<boolean>`exists (select 1 from project_members
    where project_members.project_id = ${sql.ref(project)} and project_members.deleted_at is null)`
}

const shown = [
  'users.id as userId',
  'users.name',
  'users.disabled_at as disabledAt',
  'project_members.role',
  'project_members.created_at as createdAt',
] as const

export const findMember = statement((db, { projectId, userId }: MemberKey) =>
  db
    .selectFrom('project_members')
    .innerJoin('users', 'users.id', 'project_members.user_id')
    .select(shown)
    .where('project_members.project_id', '=', projectId)
    .where('project_members.user_id', '=', userId)
    .where('project_members.deleted_at', 'is', null),
)

/** Those who were members first come first. */
export const listMembers = statement((db, { projectId, limit }: { projectId: string; limit: number }) =>
  db
    .selectFrom('project_members')
    .innerJoin('users', 'users.id', 'project_members.user_id')
    .select(shown)
    .where('project_members.project_id', '=', projectId)
    .where('project_members.deleted_at', 'is', null)
    .orderBy('project_members.created_at')
    .orderBy('project_members.user_id')
    .limit(limit),
)

export const countMembers = statement((db, { projectId }: { projectId: string }) =>
  db
    .selectFrom('project_members')
    .select(({ fn }) => [
      fn.countAll<number>().as('members'),
      sql<number>`cast(coalesce(sum(case when role = 'owner' then 1 else 0 end), 0) as bigint)`.as('owners'),
    ])
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null),
)

export const insertMemberChange = statement(
  (
    db,
    row: MemberKey & {
      id: string
      oldRole: ProjectRole | null
      newRole: ProjectRole | null
      changedBy: string | null
      now: string
    },
  ) =>
    db.insertInto('member_changes').values({
      id: row.id,
      project_id: row.projectId,
      user_id: row.userId,
      old_role: row.oldRole,
      new_role: row.newRole,
      changed_by: row.changedBy,
      created_at: row.now,
    }),
)

/** The newest first. */
export const listMemberChanges = statement(
  (db, { projectId, before, limit }: { projectId: string; before: string; limit: number }) =>
    db
      .selectFrom('member_changes')
      .innerJoin('users', 'users.id', 'member_changes.user_id')
      .leftJoin('users as actors', 'actors.id', 'member_changes.changed_by')
      .select([
        'member_changes.id',
        'member_changes.user_id as userId',
        'users.name',
        'member_changes.old_role as oldRole',
        'member_changes.new_role as newRole',
        'member_changes.changed_by as changedBy',
        'actors.name as changedByName',
        'member_changes.created_at as createdAt',
      ])
      .where('member_changes.project_id', '=', projectId)
      .where('member_changes.id', '<', before)
      .orderBy('member_changes.id', 'desc')
      .limit(limit),
)

/** The projects of which a user is the only owner. */
export const listProjectsOfOnlyOwner = statement((db, { userId }: { userId: string }) =>
  db
    .selectFrom('project_members as own')
    .innerJoin('projects', 'projects.id', 'own.project_id')
    .select(['projects.id', 'projects.name'])
    .where('own.user_id', '=', userId)
    .where('own.role', '=', 'owner')
    .where('own.deleted_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('project_members as others')
            .select('others.user_id')
            .whereRef('others.project_id', '=', 'own.project_id')
            .where('others.role', '=', 'owner')
            .where('others.user_id', '!=', userId)
            .where('others.deleted_at', 'is', null),
        ),
      ),
    )
    .orderBy('projects.id'),
)

export const listMembershipsOf = statement((db, { userId }: { userId: string }) =>
  db
    .selectFrom('project_members')
    .select(['project_id as projectId', 'role'])
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .orderBy('project_id'),
)

/** `userIds` is a JSON array. */
export const listMembershipsOfAll = statement((db, { userIds }: { userIds: string }, engine) =>
  db
    .selectFrom('project_members')
    .select(['user_id as userId', 'project_id as projectId'])
    .where(isAmong('user_id', userIds, engine))
    .where('deleted_at', 'is', null),
)

/** From the first one that can have been made after `since`. */
export const listMemberChangesSince = statement((db, { since }: { since: string }) =>
  db.selectFrom('member_changes').select(['id', 'user_id as userId']).where('id', '>=', since),
)
