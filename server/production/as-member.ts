import type { JoinBuilder } from 'kysely'

/**
 * Joins who the user is in a project, as `member`: every statement that asks what somebody may reach does it by this one.
 * Where there is no such row there is no access. `project` is the column with the project's id.
 */
export function asMember(project: string, userId: string) {
  // biome-ignore lint/suspicious/noExplicitAny: of whatever tables the statement joins.
  return (join: JoinBuilder<any, any>) =>
    join
      .onRef('member.project_id', '=', project)
      .on('member.user_id', '=', userId)
      .on('member.deleted_at', 'is', null)
}
