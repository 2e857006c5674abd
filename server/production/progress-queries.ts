import { sql } from 'kysely'
import { type Builder, long, statement } from '../db/statement.ts'
import { isApproved } from './overview-queries.ts'
import { type CapturedDays, sumsOfProject } from './take-sum-queries.ts'

const counts = [
  sql<number>`count(*)`.as('shots'),
  sql<number>`coalesce(sum(case when ${isApproved} then 1 else 0 end), 0)`.as('doneShots'),
] as const

function shotsOf(db: Builder, projectId: string) {
  return db
    .selectFrom('scenes')
    .innerJoin('shots', 'shots.scene_id', 'scenes.id')
    .where('scenes.project_id', '=', projectId)
}

/** In no order. */
export const countShotsByPerson = long(
  statement((db, { projectId }: { projectId: string }) =>
    shotsOf(db, projectId)
      .innerJoin('shot_assignees', 'shot_assignees.shot_id', 'shots.id')
      .innerJoin('users', 'users.id', 'shot_assignees.user_id')
      .select(['users.id', 'users.name', ...counts])
      .groupBy(['users.id', 'users.name']),
  ),
)

export const countShotsOfNobody = long(
  statement((db, { projectId }: { projectId: string }) =>
    shotsOf(db, projectId)
      .select(counts)
      .where(sql<boolean>`not exists (select 1 from shot_assignees where shot_assignees.shot_id = shots.id)`),
  ),
)

interface Since {
  projectId: string
  /** ISO. */
  since: string
}

/** The day of a time, in UTC. */
function dayOf(column: string) {
  return sql<string>`substr(${sql.ref(column)}, 1, 10)`
}

export const countCapturedByDay = long(
  statement((db, captured: CapturedDays & { projectId: string }) =>
    db
      .selectFrom(sumsOfProject(captured.projectId, captured).as('part'))
      .select(['day', sql<number>`cast(sum(versions) as bigint)`.as('count')])
      .groupBy('day'),
  ),
)

export const countApprovedByDay = long(
  statement((db, { projectId, since }: Since) =>
    db
      .selectFrom('status_changes')
      .select([dayOf('created_at').as('day'), sql<number>`count(*)`.as('count')])
      .where('project_id', '=', projectId)
      .where('created_at', '>=', since)
      .where(sql<boolean>`new_status in ('APPROVED', 'FINAL') and old_status not in ('APPROVED', 'FINAL')`)
      .groupBy(dayOf('created_at')),
  ),
)
