import type { Engine } from '../db/database.ts'
import type { Place } from './engines.ts'
import { runSql } from './process.ts'

/** What the program writes about the database itself, counts by the minute, and makes of the rest to search in it. */
const ofItself = [
  ...['migrations', 'migration_progress', 'rate_limits'],
  ...['search_origin', 'search_waiting', 'search_documents', 'search_words', 'search_progress'],
  ...['search_segments', 'search_postings'],
  ...['search_places', 'search_place_words', 'search_places_waiting'],
  ...['summed_scenes', 'take_sums', 'changed_days'],
]

/** In SQL, the names of all tables. */
const namesOfTables: Record<Engine, string> = {
  sqlite: "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'",
  postgres:
    "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
}

/** The tables that have what people and programs keep, in order: `read` asks the database. */
export async function keptTables(
  engine: Engine,
  read: (sql: string) => Promise<Record<string, unknown>[]>,
): Promise<string[]> {
  const names = (await read(namesOfTables[engine])).map(({ name }) => String(name))
  return names.filter((name) => !ofItself.includes(name)).sort()
}

/** Every row of every table, read by a connection that knows nothing of the program; the same of either engine. */
export async function allRowsOf(place: Place): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  for (const name of await keptTables(place.engine, (sql) => runSql(place, sql)))
    found[name] = (await runSql(place, `select * from "${name}"`)).map((row) => textOfRow(row)).sort()
  return found
}

/** The same of either engine: drivers give what may be large as a text, and columns in the order in which they were made. */
export function textOfRow(row: Record<string, unknown>, without: readonly string[] = []): string {
  return JSON.stringify(
    Object.entries(row)
      .filter(([column]) => !without.includes(column))
      .sort()
      .map(([column, value]) => [column, value === null ? null : String(value)]),
  )
}
