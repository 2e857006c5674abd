import type { VerdictKind } from '@dailies/contract/verdict.ts'
import { sql } from 'kysely'
import { jsonRows } from '../db/json-rows.ts'
import { type Builder, isAmong, statement } from '../db/statement.ts'

function shownVerdicts(db: Builder) {
  return db
    .selectFrom('verdicts')
    .leftJoin('users', 'users.id', 'verdicts.user_id')
    .select([
      'verdicts.id',
      'verdicts.asset_version_id as assetVersionId',
      'verdicts.verdict',
      'verdicts.note',
      'verdicts.user_id as userId',
      sql<string>`coalesce(users.name, verdicts.guest_name, '')`.as('name'),
      'verdicts.is_current as isCurrent',
      'verdicts.created_at as createdAt',
    ])
}

export const listVerdictsOf = statement(
  (db, { assetVersionId, before, limit }: { assetVersionId: string; before: string; limit: number }) =>
    shownVerdicts(db)
      .where('verdicts.asset_version_id', '=', assetVersionId)
      .where('verdicts.id', '<', before)
      .orderBy('verdicts.id', 'desc')
      .limit(limit),
)

export const findVerdict = statement((db, { id }: { id: string }) =>
  shownVerdicts(db).where('verdicts.id', '=', id),
)

export const countVerdictsOf = statement((db, { assetVersionId }: { assetVersionId: string }) =>
  db
    .selectFrom('verdicts')
    .select((count) => count.fn.countAll<number>().as('count'))
    .where('asset_version_id', '=', assetVersionId),
)

/** What the user said before counts no more. Where nothing of a project that came counts, or several do, transfer/count-anew.ts says which one does. */
export const endVerdictOf = statement(
  (db, { assetVersionId, userId }: { assetVersionId: string; userId: string }) =>
    db
      .updateTable('verdicts')
      .set({ is_current: 0 })
      .where('asset_version_id', '=', assetVersionId)
      .where('user_id', '=', userId)
      .where('is_current', '=', sql.lit(1)),
)

/** The same of a guest. */
export const endVerdictOfGuest = statement(
  (db, { assetVersionId, guestId }: { assetVersionId: string; guestId: string }) =>
    db
      .updateTable('verdicts')
      .set({ is_current: 0 })
      .where('asset_version_id', '=', assetVersionId)
      .where('guest_id', '=', guestId)
      .where('is_current', '=', sql.lit(1)),
)

export const insertVerdict = statement(
  (
    db,
    row: {
      id: string
      assetVersionId: string
      projectId: string
      sceneDbId: string
      userId: string | null
      guestId: string | null
      guestName: string | null
      verdict: VerdictKind
      createdAt: string
      note: string
    },
  ) =>
    db.insertInto('verdicts').values({
      id: row.id,
      asset_version_id: row.assetVersionId,
      project_id: row.projectId,
      scene_id: row.sceneDbId,
      user_id: row.userId,
      guest_id: row.guestId,
      guest_name: row.guestName,
      verdict: row.verdict,
      is_current: 1,
      created_at: row.createdAt,
      note: row.note,
    }),
)

/** One row for each of those who are named; one without a name where nobody is, none where nothing was ever asked for. */
export const listApprovalRule = statement((db, { projectId }: { projectId: string }) =>
  db
    .selectFrom('approval_rules')
    .leftJoin('approvers', 'approvers.project_id', 'approval_rules.project_id')
    .leftJoin('users', 'users.id', 'approvers.user_id')
    .select(['approval_rules.needed', 'users.id', 'users.name'])
    .where('approval_rules.project_id', '=', projectId),
)

/** Those of the people named who approve of the version as it stands. */
export const listApprovalsOf = statement(
  (db, { projectId, assetVersionId }: { projectId: string; assetVersionId: string }) =>
    db
      .selectFrom('verdicts')
      .innerJoin('approvers', (join) =>
        join.onRef('approvers.user_id', '=', 'verdicts.user_id').on('approvers.project_id', '=', projectId),
      )
      .select('verdicts.user_id as userId')
      .where('verdicts.asset_version_id', '=', assetVersionId)
      .where('verdicts.is_current', '=', sql.lit(1))
      .where('verdicts.verdict', '=', sql.lit('approve' as VerdictKind)),
)

/** The same of many versions, whose `ids` are a JSON array. */
export const listApprovalsOfMany = statement(
  (db, { projectId, ids }: { projectId: string; ids: string }, engine) =>
    db
      .selectFrom('verdicts')
      .innerJoin('approvers', (join) =>
        join.onRef('approvers.user_id', '=', 'verdicts.user_id').on('approvers.project_id', '=', projectId),
      )
      .select(['verdicts.asset_version_id as versionId', 'verdicts.user_id as userId'])
      .where(isAmong('verdicts.asset_version_id', ids, engine))
      .where('verdicts.is_current', '=', sql.lit(1))
      .where('verdicts.verdict', '=', sql.lit('approve' as VerdictKind)),
)

export const putApprovalRule = statement((db, { projectId, needed }: { projectId: string; needed: number }) =>
  db
    .insertInto('approval_rules')
    .values({ project_id: projectId, needed })
    .onConflict((conflict) => conflict.column('project_id').doUpdateSet({ needed })),
)

export const deleteApproversOf = statement((db, { projectId }: { projectId: string }) =>
  db.deleteFrom('approvers').where('project_id', '=', projectId),
)

/** `rows` is a JSON array of `{ user_id }`. */
export const insertApprovers = statement(
  (db, { projectId, rows }: { projectId: string; rows: string }, engine) =>
    db
      .insertInto('approvers')
      .columns(['project_id', 'user_id'])
      .expression((select) =>
        select
          .selectFrom(jsonRows(rows, { user_id: 'text' }, engine))
          .select([sql<string>`${projectId}`.as('project_id'), 'given.user_id']),
      ),
)
