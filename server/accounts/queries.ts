import type { Role } from '@dailies/contract/account.ts'
import { sql } from 'kysely'
import { statement } from '../db/statement.ts'

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

/** Who owns what is deleted is no user (production/deletion-queries.ts). */
const nobody = sql.lit('')

export const findUserByEmail = statement((db, { email }: { email: string }) =>
  db.selectFrom('users').select(['id', 'email', 'name']).where('email', '=', email).where('id', '>', nobody),
)

const accountColumns = [
  'id',
  'email',
  'name',
  'role',
  'created_at as createdAt',
  'disabled_at as disabledAt',
] as const

export const findAccount = statement((db, { id }: { id: string }) =>
  db.selectFrom('users').select(accountColumns).where('id', '=', id),
)

export const listUsers = statement((db) =>
  db.selectFrom('users').select(accountColumns).where('id', '>', nobody).orderBy('email'),
)

export const listUsersBefore = statement((db, { before, limit }: { before: string; limit: number }) =>
  db
    .selectFrom('users')
    .select(accountColumns)
    .where('id', '>', nobody)
    .where('id', '<', before)
    .orderBy('id', 'desc')
    .limit(limit),
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

/** Holds back, until the transaction ends, any other that locks the same user. SQLite has one writer anyway. */
export const lockUser = statement((db, { userId }: { userId: string }, engine) =>
  db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .$if(engine === 'postgres', (query) => query.forNoKeyUpdate()),
)
