import { sql } from 'kysely'
import { statement } from '../db/statement.ts'

export const findUpload = statement((db, { id }: { id: string }) =>
  db.selectFrom('uploads').select(['received', 'bytes']).where('id', '=', id),
)

/** Bytes up to `received` are in the store. They never become fewer: a part that comes late was there already. */
export const noteReceived = statement(
  (
    db,
    row: {
      id: string
      versionId: string
      projectId: string
      userId: string
      bytes: number
      received: number
      now: number
    },
  ) =>
    db
      .insertInto('uploads')
      .values({
        id: row.id,
        version_id: row.versionId,
        project_id: row.projectId,
        user_id: row.userId,
        bytes: row.bytes,
        received: row.received,
        touched_at: row.now,
      })
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet((set) => ({
          received: sql<number>`case when uploads.received > ${set.ref('excluded.received')}
            then uploads.received else ${set.ref('excluded.received')} end`,
          touched_at: row.now,
        })),
      )
      .returning('received'),
)

/** What the uploads of a project that are under way take together, but for one. */
export const sumUploadsOfProject = statement((db, { projectId, id }: { projectId: string; id: string }) =>
  db
    .selectFrom('uploads')
    .select(sql<number>`cast(coalesce(sum(received), 0) as bigint)`.as('bytes'))
    .where('project_id', '=', projectId)
    .where('id', '<>', id),
)

export const countUploadsOfUser = statement((db, { userId, id }: { userId: string; id: string }) =>
  db
    .selectFrom('uploads')
    .select((count) => count.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('id', '<>', id),
)

/** What all uploads under way take together, but for one. */
export const sumUploads = statement((db, { id }: { id: string }) =>
  db
    .selectFrom('uploads')
    .select(sql<number>`cast(coalesce(sum(received), 0) as bigint)`.as('bytes'))
    .where('id', '<>', id),
)

export const deleteUpload = statement((db, { id }: { id: string }) =>
  db.deleteFrom('uploads').where('id', '=', id),
)

export const listOldUploads = statement((db, { before, limit }: { before: number; limit: number }) =>
  db
    .selectFrom('uploads')
    .select('id')
    .where('touched_at', '<', before)
    .orderBy('touched_at')
    .orderBy('id')
    .limit(limit),
)
