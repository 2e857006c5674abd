import type { Role } from '@dailies/contract/account.ts'
import { type Kysely, sql } from 'kysely'
import { long, statement } from '../db/statement.ts'
import type { Tables } from '../db/tables.ts'

/** Touches no row when the address is taken. */
export const insertUser = statement(
  (db, user: { id: string; email: string; name: string; role: Role; now: string }) =>
    db
      .insertInto('users')
      .values({
        id: user.id,
        email: user.email,
        name: user.name,
        role: user.role,
        created_at: user.now,
        updated_at: user.now,
      })
      .onConflict((conflict) => conflict.column('email').doNothing()),
)

export const insertPassword = statement(
  (db, account: { id: string; userId: string; passwordHash: string; now: string }) =>
    db.insertInto('accounts').values({
      id: account.id,
      user_id: account.userId,
      account_id: account.userId,
      provider_id: 'credential',
      password: account.passwordHash,
      created_at: account.now,
      updated_at: account.now,
    }),
)

export const findAnyUser = statement((db) => db.selectFrom('users').select('id').limit(1))

export const findUserByEmail = statement((db, { email }: { email: string }) =>
  db
    .selectFrom('users')
    .select(['id', 'email', 'name'])
    .where('email', '=', email)
    .where('removed_at', 'is', null),
)

/** Of one who can come in, and does so by a password. */
export const findUserWithPassword = statement((db, { email }: { email: string }) =>
  db
    .selectFrom('users')
    .innerJoin('accounts', 'accounts.user_id', 'users.id')
    .select(['users.id', 'users.email', 'users.name'])
    .where('users.email', '=', email)
    .where('users.disabled_at', 'is', null)
    .where('users.removed_at', 'is', null)
    .where('accounts.provider_id', '=', 'credential'),
)

/** With the second factor and how many passkeys, of those who are not removed. */
const accounts = (db: Kysely<Tables>) =>
  db
    .selectFrom('users')
    .leftJoin('second_factors', 'second_factors.user_id', 'users.id')
    .select(({ selectFrom }) => [
      'users.id',
      'users.email',
      'users.name',
      'users.role',
      'users.created_at as createdAt',
      'users.disabled_at as disabledAt',
      'second_factors.created_at as secondFactorAt',
      selectFrom('passkeys')
        .whereRef('passkeys.user_id', '=', 'users.id')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('passkeys'),
    ])
    .where('users.removed_at', 'is', null)

export const findAccount = statement((db, { id }: { id: string }) => accounts(db).where('users.id', '=', id))

export const listUsers = statement((db) => accounts(db).orderBy('users.email'))

export const listUsersBefore = statement((db, { before, limit }: { before: string; limit: number }) =>
  accounts(db).where('users.id', '<', before).orderBy('users.id', 'desc').limit(limit),
)

/** Those who can come in, the newest first. */
export const listPeople = long(
  statement((db, { limit }: { limit: number }) =>
    db
      .selectFrom('users')
      .select(['id', 'name'])
      .where('disabled_at', 'is', null)
      .where('removed_at', 'is', null)
      .orderBy('id', 'desc')
      .limit(limit),
  ),
)

export const renameUser = statement((db, { id, name, now }: { id: string; name: string; now: string }) =>
  db.updateTable('users').set({ name, updated_at: now }).where('id', '=', id),
)

export const setRole = statement((db, { id, role, now }: { id: string; role: Role; now: string }) =>
  db.updateTable('users').set({ role, updated_at: now }).where('id', '=', id),
)

export const setDisabled = statement(
  (db, { id, disabledAt, now }: { id: string; disabledAt: string | null; now: string }) =>
    db.updateTable('users').set({ disabled_at: disabledAt, updated_at: now }).where('id', '=', id),
)

/** The row stays for the name, and keeps nothing of the address: the id is none, and the address is free again. */
export const setRemoved = statement((db, { id, now }: { id: string; now: string }) =>
  db
    .updateTable('users')
    .set({
      email: id,
      removed_at: now,
      disabled_at: sql<string>`coalesce(disabled_at, ${now})`,
      updated_at: now,
    })
    .where('id', '=', id),
)

export const deletePassword = statement((db, { userId }: { userId: string }) =>
  db.deleteFrom('accounts').where('user_id', '=', userId),
)

/** Of those who can come in. */
export const countAdministrators = statement((db) =>
  db
    .selectFrom('users')
    .select((expression) => expression.fn.countAll<number>().as('count'))
    .where('role', '=', 'administrator')
    .where('disabled_at', 'is', null),
)

export const isDisabled = statement((db, { userId }: { userId: string }) =>
  db.selectFrom('users').select('id').where('id', '=', userId).where('disabled_at', 'is not', null),
)

export const findPassword = statement((db, { userId }: { userId: string }) =>
  db
    .selectFrom('accounts')
    .innerJoin('users', 'users.id', 'accounts.user_id')
    .select(['users.email', 'accounts.password as hash'])
    .where('accounts.user_id', '=', userId)
    .where('accounts.provider_id', '=', 'credential'),
)

export const findPasswordHash = statement((db, { email }: { email: string }) =>
  db
    .selectFrom('accounts')
    .innerJoin('users', 'users.id', 'accounts.user_id')
    .select('accounts.password as hash')
    .where('users.email', '=', email)
    .where('accounts.provider_id', '=', 'credential'),
)

export const setPasswordHash = statement(
  (db, { userId, passwordHash, now }: { userId: string; passwordHash: string; now: string }) =>
    db
      .updateTable('accounts')
      .set({ password: passwordHash, updated_at: now })
      .where('user_id', '=', userId)
      .where('provider_id', '=', 'credential'),
)

/**
 * Holds back, until the transaction ends, any other that locks the same user; nothing for one who was removed. SQLite has one
 * writer anyway.
 */
export const lockUser = statement((db, { userId }: { userId: string }, engine) =>
  db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('removed_at', 'is', null)
    .$if(engine === 'postgres', (query) => query.forNoKeyUpdate()),
)
