import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import type { Inspected } from './inspected.ts'
import { lookedAt } from './migrate.ts'
import type { DatabaseSettings } from './open.ts'
import { migrationTarget } from './sqlite.ts'
import { addFunctions, statementsOn } from './sqlite-connection.ts'

/** Milliseconds for which SQLite, and with it the whole process, waits for a lock. */
const mostWaiting = 1000

/** Where the embedded database is. */
export function pathOfDatabase({ dataFolder }: Pick<DatabaseSettings, 'dataFolder'>): string {
  return join(dataFolder, 'dailies.db')
}

/**
 * Opens the database that the settings name, and changes nothing: it is not made, nor brought up to date. Undefined where there is none.
 * Throws what the driver does. `patience` is in milliseconds.
 */
export async function inspectDatabase(
  settings: DatabaseSettings,
  { patience }: { patience: number },
): Promise<Inspected | undefined> {
  if (!settings.databaseUrl) return inspectSqlite(pathOfDatabase(settings), patience)
  const { inspectPostgres } = await import('./inspect-postgres.ts')
  return inspectPostgres(settings.databaseDirectUrl ?? settings.databaseUrl, patience)
}

async function inspectSqlite(path: string, patience: number): Promise<Inspected | undefined> {
  // Throws where the folder may not be looked into: that is not to be taken for none.
  if (!statSync(path, { throwIfNoEntry: false })) return undefined
  const reader = new DatabaseSync(placeToRead(path), {
    timeout: Math.min(patience, mostWaiting),
    readOnly: true,
  })
  try {
    addFunctions(reader)
    return {
      ...statementsOn(reader),
      engineVersion: String(reader.prepare('select sqlite_version() as version').get()?.version),
      ...(await lookedAt(migrationTarget(reader))),
      close: async () => reader.close(),
    }
  } catch (error) {
    reader.close()
    throw error
  }
}

/**
 * Whoever opens a file with a write-ahead log makes that where it is missing, and one who only reads leaves it there. While nobody has it
 * open there is none, and nobody writes. https://sqlite.org/uri.html#uriimmutable
 */
function placeToRead(path: string): string | URL {
  if (existsSync(`${path}-wal`)) return path
  const url = pathToFileURL(path)
  url.searchParams.set('immutable', '1')
  return url
}
