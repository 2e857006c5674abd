import type { Place } from './engines.ts'
import { runSql } from './process.ts'

const ofItself = ['migrations', 'migration_progress', 'rate_limits']

/** Every row of every table, read by a connection that knows nothing of the program; the same of either engine. */
export async function allRowsOf(place: Place): Promise<Record<string, string[]>> {
  const tables = await runSql(
    place,
    place.engine === 'sqlite'
      ? "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'"
      : "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
  )
  const found: Record<string, string[]> = {}
  for (const name of tables.map((table) => String(table.name)).sort()) {
    if (ofItself.includes(name)) continue
    const rows = await runSql(place, `select * from "${name}"`)
    found[name] = rows.map((row) => JSON.stringify(Object.entries(row).sort().map(asText))).sort()
  }
  return found
}

/** The driver gives what may be large as a text. */
const asText = ([name, value]: [string, unknown]) => [name, value === null ? null : String(value)]
