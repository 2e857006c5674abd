import { sql } from 'kysely'
import { statement } from '../db/statement.ts'

/** Of services and workers that are connected to the same database. https://www.postgresql.org/docs/18/monitoring-stats.html */
export const countConnections = statement((db, _: object) =>
  db.selectNoFrom(
    sql<number>`(
      select count(*) from pg_stat_activity
      where datname = current_database() and application_name in ('dailies', 'dailies live')
    )`.as('count'),
  ),
)
