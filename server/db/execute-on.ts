import type pg from 'pg'
import type { Execute } from './migrations/rebuild-table.ts'

/** For migrations, whose parameters are marked as SQLite does it. */
export function executeOn(client: pg.ClientBase): Execute {
  return async (sql, values = []) => {
    let place = 0
    const numbered = sql.replaceAll('?', () => `$${++place}`)
    return (await client.query(numbered, values)).rows
  }
}
