import type { ProjectStatus } from '@dailies/contract/project.ts'
import { sql } from 'kysely'
import type { Statement } from '../db/database.ts'
import { jsonRows } from '../db/json-rows.ts'
import { statement } from '../db/statement.ts'
import type { TableName, Travelling } from './tables.ts'

/** Whether a project of that id is there, was deleted, or is to come. */
export const findProjectById = statement((db, { id }: { id: string }) =>
  db.selectFrom('projects').select(['name', 'created_by as createdBy']).where('id', '=', id),
)

/** Until when somebody removes what belongs to it, or brings it in. */
export const findDeletionOfProject = statement((db, { projectId }: { projectId: string }) =>
  db
    .selectFrom('deletions')
    .select('leased_until as leasedUntil')
    .where('project_id', '=', projectId)
    .orderBy('leased_until', 'desc')
    .limit(sql.lit(1)),
)

/** As one is that was deleted: nobody finds it by any statement. Touches no row where it is there. */
export const insertComing = statement((db, { id, now }: { id: string; now: string }) =>
  db
    .insertInto('projects')
    .values({
      id,
      name: id,
      status: sql.lit<ProjectStatus>('ARCHIVED'),
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.column('id').doNothing()),
)

/** What came of it is removed, unless it is complete before that time, or this is renewed. */
export const insertLease = statement(
  (db, row: { id: string; projectId: string; workerId: string; until: number }) =>
    db.insertInto('deletions').values({
      id: row.id,
      project_id: row.projectId,
      leased_by: row.workerId,
      leased_until: row.until,
    }),
)

/** From now on it is a project. */
export const completeProject = statement(
  (
    db,
    row: {
      id: string
      createdBy: string
      name: string
      status: ProjectStatus
      genre: string | null
      createdAt: string
      now: string
    },
  ) =>
    db
      .updateTable('projects')
      .set({
        created_by: row.createdBy,
        name: row.name,
        status: row.status,
        genre: row.genre,
        created_at: row.createdAt,
        updated_at: row.now,
      })
      .where('id', '=', row.id)
      .where('created_by', 'is', null),
)

/** Somebody who was removed where the project comes from: for the name. */
export const insertRemoved = statement((db, { id, name, now }: { id: string; name: string; now: string }) =>
  db
    .insertInto('users')
    .values({
      id,
      email: id,
      name,
      role: sql.lit('member' as const),
      created_at: now,
      updated_at: now,
      disabled_at: now,
      removed_at: now,
    })
    .onConflict((conflict) => conflict.doNothing()),
)

const inserts = new Map<TableName, Statement<{ rows: string }, unknown>>()

/** Inserts rows: JSON, an array of objects by the names of columns. */
export function insertInto({ name, columns }: Travelling): Statement<{ rows: string }, unknown> {
  const known = inserts.get(name)
  if (known) return known
  const names = Object.keys(columns)
  const holds = Object.fromEntries(Object.entries(columns).map(([column, { holds }]) => [column, holds]))
  const insert = statement((db, { rows }: { rows: string }, engine) =>
    db
      .insertInto(name as 'shots')
      .columns(names as 'id'[])
      .expression(db.selectFrom(jsonRows(rows, holds, engine)).select(names as never)),
  )
  inserts.set(name, insert)
  return insert
}
