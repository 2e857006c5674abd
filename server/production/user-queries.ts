import { isAmong, statement } from '../db/statement.ts'

/** The names of users, also of those who are gone. `ids` is a JSON array. */
export const listNamesOfUsers = statement((db, { ids }: { ids: string }, engine) =>
  db
    .selectFrom('users')
    .select(['id', 'name'])
    .where(isAmong('id', ids, engine)),
)
