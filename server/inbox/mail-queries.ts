import { type Builder, isAmong, statement } from '../db/statement.ts'
import { shownNotices } from './queries.ts'

/** Users to whom something is to be mailed by now, of whom nothing is queued yet. */
export const listUsersToMail = statement((db, { now, limit }: { now: number; limit: number }) =>
  usersToMail(db, now).limit(limit),
)

export function usersToMail(db: Pick<Builder, 'selectFrom'>, now: number) {
  return db
    .selectFrom('notices')
    .leftJoin('mails', 'mails.user_id', 'notices.user_id')
    .select('notices.user_id as userId')
    .where('notices.mail_due_at', 'is not', null)
    .where('notices.mail_due_at', '<=', now)
    .where('mails.id', 'is', null)
}

/** What is to be mailed to the user by `until`, whether the user may see it or not. */
export const listDueNotices = statement(
  (db, { userId, until, limit }: { userId: string; until: number; limit: number }) =>
    db
      .selectFrom('notices')
      .select('id')
      .where('mail_due_at', 'is not', null)
      .where('mail_due_at', '<=', until)
      .where('user_id', '=', userId)
      .limit(limit),
)

/** Of `ids`, a JSON array, those that the user may see and has not read, and that are no older than `since`. */
export const listNoticesToMail = statement(
  (db, { userId, ids, since }: { userId: string; ids: string; since: string }, engine) =>
    shownNotices(db, userId)
      .where(isAmong('notices.id', ids, engine))
      .where('notices.read_at', 'is', null)
      .where('notices.created_at', '>=', since)
      .orderBy('notices.id', 'desc'),
)

export const setMailed = statement((db, { userId, ids }: { userId: string; ids: string }, engine) =>
  db
    .updateTable('notices')
    .set({ mail_due_at: null })
    .where('user_id', '=', userId)
    .where(isAmong('id', ids, engine)),
)

/** Where mail goes: of a user who can come in. */
export const findMailAddress = statement((db, { userId }: { userId: string }) =>
  db.selectFrom('users').select('email').where('id', '=', userId).where('disabled_at', 'is', null),
)
