import { sql } from 'kysely'
import { jsonRows } from '../db/json-rows.ts'
import { isAmong, statement } from '../db/statement.ts'

interface Edited {
  projectId: string
  ofId: string
}

export const listEdits = statement((db, { projectId, ofId }: Edited) =>
  db
    .selectFrom('edits')
    .innerJoin('users', 'users.id', 'edits.user_id')
    .select(['field', 'digest', 'users.id as userId', 'users.name', 'edits.created_at as createdAt'])
    .where('project_id', '=', projectId)
    .where('of_id', '=', ofId),
)

/** Who gave a field its value last, of many: `ids` is a JSON array of what they are edits of. */
export const listEditsOfMany = statement(
  (db, { projectId, ids }: { projectId: string; ids: string }, engine) =>
    db
      .selectFrom('edits')
      .innerJoin('users', 'users.id', 'edits.user_id')
      .select(['of_id as ofId', 'field', 'digest', 'users.name'])
      .where('project_id', '=', projectId)
      .where(isAmong('of_id', ids, engine)),
)

/** `rows` is a JSON array of `{ of_id, field, digest }`. */
export const putEdits = statement(
  (
    db,
    { projectId, userId, now, rows }: { projectId: string; userId: string; now: string; rows: string },
    engine,
  ) =>
    db
      .insertInto('edits')
      .columns(['project_id', 'of_id', 'field', 'digest', 'user_id', 'created_at'])
      .expression((select) =>
        select
          .selectFrom(jsonRows(rows, { of_id: 'text', field: 'text', digest: 'text' }, engine))
          .select([
            sql<string>`${projectId}`.as('project_id'),
            'given.of_id',
            'given.field',
            'given.digest',
            sql<string>`${userId}`.as('user_id'),
            sql<string>`${now}`.as('created_at'),
          ])
          // Without it SQLite takes `on conflict` for the condition of a join.
          .where(sql<boolean>`true`),
      )
      .onConflict((conflict) =>
        conflict.columns(['project_id', 'of_id', 'field']).doUpdateSet((row) => ({
          digest: row.ref('excluded.digest'),
          user_id: row.ref('excluded.user_id'),
          created_at: row.ref('excluded.created_at'),
        })),
      ),
)
