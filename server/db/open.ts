import type { Database } from './database.ts'
import type { Upgrade } from './migrate.ts'
import { openPostgres } from './postgres.ts'
import { openSqlite } from './sqlite.ts'

export interface DatabaseSettings {
  /** A `postgres://` address; SQLite in the data folder when there is none. */
  databaseUrl?: string | undefined
  databasePool: number
  dataFolder: string
}

/** Opens the database that the settings name and brings it up to date, with the migrations of the program. */
export function openDatabase(
  settings: DatabaseSettings,
  onIdleError: (error: Error) => void,
  upgrade: Upgrade = {},
): Promise<Database> {
  if (!settings.databaseUrl) return openSqlite(settings.dataFolder, upgrade)
  return openPostgres(settings.databaseUrl, { poolSize: settings.databasePool, onIdleError, upgrade })
}
