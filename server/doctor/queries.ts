import { sql } from 'kysely'
import { isAmong, statement } from '../db/statement.ts'

/** Of services and workers that are connected to the same database. https://www.postgresql.org/docs/18/monitoring-stats.html */
export const countConnections = statement((db, _: object) =>
  db.selectNoFrom(
    sql<number>`(
      select count(*) from pg_stat_activity
      where datname = current_database() and application_name in ('dailies', 'dailies live')
    )`.as('count'),
  ),
)

/** Of users of these roles, a JSON array, who can come in with a password: how many have an app for codes, and how many that or a passkey. */
export const countFactors = statement((db, { roles }: { roles: string }, engine) =>
  db
    .selectFrom('users')
    .innerJoin('accounts', 'accounts.user_id', 'users.id')
    .leftJoin('second_factors', 'second_factors.user_id', 'users.id')
    .select(({ fn }) => [
      fn.countAll<number>().as('users'),
      fn.count<number>('second_factors.user_id').as('withApp'),
      sql<number>`count(coalesce(second_factors.user_id, (
        select user_id from passkeys where passkeys.user_id = users.id limit 1
      )))`.as('withAny'),
    ])
    .where('accounts.provider_id', '=', 'credential')
    .where('users.disabled_at', 'is', null)
    .where('users.removed_at', 'is', null)
    .where(isAmong('users.role', roles, engine)),
)
