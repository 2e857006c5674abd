import { statement } from '../db/statement.ts'

/** Touches no row when the address is taken. */
export const insertUser = statement(
  (db, user: { id: string; email: string; name: string; passwordHash: string; now: string }) =>
    db
      .insertInto('users')
      .values({
        id: user.id,
        email: user.email,
        name: user.name,
        password_hash: user.passwordHash,
        created_at: user.now,
        updated_at: user.now,
      })
      .onConflict((conflict) => conflict.column('email').doNothing()),
)

export const findUserByEmail = statement((db, { email }: { email: string }) =>
  db.selectFrom('users').select(['id', 'email', 'name']).where('email', '=', email),
)

export const listUsers = statement((db) =>
  db.selectFrom('users').select(['id', 'email', 'name', 'created_at as createdAt']).orderBy('email'),
)

/** Holds back, until the transaction ends, any other that locks the same user. SQLite has one writer anyway. */
export const lockUser = statement((db, { userId }: { userId: string }, engine) =>
  db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .$if(engine === 'postgres', (query) => query.forNoKeyUpdate()),
)
