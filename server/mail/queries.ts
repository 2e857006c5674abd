import { sql } from 'kysely'
import { type Builder, type RowOf, statement } from '../db/statement.ts'
import type { SignInChange, Tables } from '../db/tables.ts'

/** Nothing where there is one for the same user, invitation or address already. */
export const insertMail = statement(
  (
    db,
    mail: {
      id: string
      kind: Tables['mails']['kind']
      userId: string | null
      invitationId: string | null
      address: string | null
      accountId: string | null
      change: SignInChange | null
      dueAt: number
      giveUpAt: number
    },
  ) =>
    db
      .insertInto('mails')
      .values({
        id: mail.id,
        kind: mail.kind,
        user_id: mail.userId,
        invitation_id: mail.invitationId,
        address: mail.address,
        account_id: mail.accountId,
        sign_in_change: mail.change,
        due_at: mail.dueAt,
        give_up_at: mail.giveUpAt,
        attempts: 0,
        leased_by: null,
        leased_until: 0,
      })
      .onConflict((conflict) => conflict.doNothing()),
)

/** One that is due, if there is any: mostly there is none. */
export const findDueMail = statement((db, { now }: { now: number }) =>
  dueMails(db, now).orderBy('due_at').orderBy('id').limit(sql.lit(1)),
)

export function dueMails(db: Pick<Builder, 'selectFrom'>, now: number) {
  return db.selectFrom('mails').select('id').where('due_at', '<=', now).where('leased_until', '<=', now)
}

/** Takes them until `until`, past those that another is about to take. */
export const leaseDueMails = statement(
  (db, lease: { now: number; limit: number; leaseId: string; until: number }, engine) =>
    db
      .updateTable('mails')
      .set({ leased_by: lease.leaseId, leased_until: lease.until })
      .where(
        'id',
        'in',
        dueMails(db, lease.now)
          .orderBy('due_at')
          .orderBy('id')
          .limit(lease.limit)
          .$if(engine === 'postgres', (query) => query.forUpdate().skipLocked()),
      )
      .returning([
        'id',
        'kind',
        'user_id as userId',
        'invitation_id as invitationId',
        'address',
        'account_id as accountId',
        'sign_in_change as change',
        'attempts',
        'give_up_at as giveUpAt',
      ]),
)

export type LeasedMail = RowOf<typeof leaseDueMails>

export const deleteMail = statement((db, { id, leaseId }: { id: string; leaseId: string }) =>
  db.deleteFrom('mails').where('id', '=', id).where('leased_by', '=', leaseId),
)

export const postponeMail = statement(
  (db, { id, leaseId, dueAt }: { id: string; leaseId: string; dueAt: number }) =>
    db
      .updateTable('mails')
      .set({ attempts: sql<number>`attempts + 1`, due_at: dueAt, leased_by: null, leased_until: 0 })
      .where('id', '=', id)
      .where('leased_by', '=', leaseId),
)

/** How many wait, and since when the first of them has been due. */
export const measureMails = statement((db) =>
  db
    .selectFrom('mails')
    .select((select) => [
      select.fn.countAll<number>().as('length'),
      sql<number | null>`min(due_at)`.as('oldest'),
    ]),
)

export const countMailsOfKind = statement((db, { kind }: { kind: Tables['mails']['kind'] }) =>
  db
    .selectFrom('mails')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('kind', '=', kind),
)

export const countMailsOfAccount = statement((db, { accountId }: { accountId: string }) =>
  db
    .selectFrom('mails')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId),
)

export const insertMailedLink = statement(
  (db, link: { hash: string; userId: string | null; invitationId: string | null; expiresAt: string }) =>
    db.insertInto('mailed_links').values({
      hash: link.hash,
      user_id: link.userId,
      invitation_id: link.invitationId,
      expires_at: link.expiresAt,
    }),
)

export const findMailedLink = statement((db, { hash, now }: { hash: string; now: string }) =>
  db
    .selectFrom('mailed_links')
    .select(['user_id as userId', 'invitation_id as invitationId', 'expires_at as expiresAt'])
    .where('hash', '=', hash)
    .where('expires_at', '>', now),
)

export const deleteMailedLinksOfUser = statement((db, { userId }: { userId: string }) =>
  db.deleteFrom('mailed_links').where('user_id', '=', userId),
)

export const deleteExpiredMailedLinks = statement((db, { now }: { now: string }) =>
  db.deleteFrom('mailed_links').where('expires_at', '<=', now),
)
