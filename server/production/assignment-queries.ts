import { sql } from 'kysely'
import { jsonRows } from '../db/json-rows.ts'
import { asText, isAmong, long, statement } from '../db/statement.ts'
import { asMember } from './as-member.ts'
import { isApproved } from './overview-queries.ts'

/** Of shots that are to be changed. `ids` is a JSON array. */
export const listAssignmentsOf = statement((db, { ids }: { ids: string }, engine) =>
  db
    .selectFrom('shot_assignees')
    .select(['shot_id as shotId', 'user_id as userId'])
    .where(isAmong('shot_id', ids, engine)),
)

/** Those of the users who are members. `userIds` is a JSON array. */
export const listMembersAmong = statement(
  (db, { projectId, userIds }: { projectId: string; userIds: string }, engine) =>
    db
      .selectFrom('project_members')
      .select('user_id as userId')
      .where('project_id', '=', projectId)
      .where('deleted_at', 'is', null)
      .where(isAmong('user_id', userIds, engine)),
)

/** `rows` is a JSON array of `{ shot_id, user_id, project_id }`. */
export const insertAssignments = statement((db, { rows }: { rows: string }, engine) =>
  db
    .insertInto('shot_assignees')
    .columns(['shot_id', 'user_id', 'project_id'])
    .expression(
      db
        .selectFrom(jsonRows(rows, { shot_id: 'text', user_id: 'text', project_id: 'text' }, engine))
        .selectAll(),
    ),
)

/** Both are JSON arrays. */
export const deleteAssignmentsOf = statement(
  (db, { ids, userIds }: { ids: string; userIds: string }, engine) =>
    db
      .deleteFrom('shot_assignees')
      .where(isAmong('shot_id', ids, engine))
      .where(isAmong('user_id', userIds, engine)),
)

export const deleteAssignmentsOfMember = statement(
  (db, { projectId, userId }: { projectId: string; userId: string }) =>
    db.deleteFrom('shot_assignees').where('user_id', '=', userId).where('project_id', '=', projectId),
)

/** What has no day comes behind all days. */
const day = sql<string>`coalesce(shots.due_on, '~')`

/** Before every shot. */
export const beforeAll = { day: '', id: '' }

/** Those that the user is assigned to, by day. The ids are of projects, a JSON array; of all where it is empty. */
export const listMyShots = long(
  statement(
    (
      db,
      asked: {
        userId: string
        projectIds: string
        archived: 'shown' | 'hidden'
        state: 'open' | 'done' | 'any'
        day: string
        id: string
        limit: number
      },
      engine,
    ) =>
      db
        .selectFrom('shot_assignees as mine')
        .innerJoin('shots', 'shots.id', 'mine.shot_id')
        .innerJoin('scenes', 'scenes.id', 'shots.scene_id')
        .innerJoin('projects', 'projects.id', 'scenes.project_id')
        .innerJoin('project_members as member', asMember('scenes.project_id', asked.userId))
        .select(['shots.id', 'scenes.id as sceneDbId', 'scenes.scene_number as sceneId'])
        .select(['projects.id as projectId', 'projects.name as projectName'])
        .where('mine.user_id', '=', asked.userId)
        .where(
          sql<boolean>`(${asText(asked.projectIds)} = '[]'
            or ${isAmong('mine.project_id', asked.projectIds, engine)})`,
        )
        .where(sql<boolean>`(${asText(asked.archived)} = 'shown' or projects.status <> 'ARCHIVED')`)
        .where(
          sql<boolean>`${asText(asked.state)} in ('any', case when ${isApproved} then 'done' else 'open' end)`,
        )
        .where(sql<boolean>`(${day}, shots.id) > (${asked.day}, ${asked.id})`)
        .orderBy(day)
        .orderBy('shots.id')
        .limit(asked.limit),
  ),
)

/** Where a shot stands in such a list. */
export const findDayOfShot = statement((db, { id, userId }: { id: string; userId: string }) =>
  db
    .selectFrom('shots')
    .innerJoin('scenes', 'scenes.id', 'shots.scene_id')
    .innerJoin('project_members as member', asMember('scenes.project_id', userId))
    .select(['shots.id', day.as('day'), 'scenes.project_id as projectId'])
    .where('shots.id', '=', id),
)
