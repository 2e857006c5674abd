import type { Database } from './database.ts'
import { openPostgres } from './postgres.ts'
import { openSqlite } from './sqlite.ts'

export interface DatabaseSettings {
  /** A `postgres://` address; SQLite in the data folder when there is none. */
  databaseUrl?: string | undefined
  databasePool: number
  dataFolder: string
}

/** Opens the database that the settings name and brings it up to date. */
export function openDatabase(
  settings: DatabaseSettings,
  onIdleError: (error: Error) => void,
): Promise<Database> {
  if (!settings.databaseUrl) return openSqlite(settings.dataFolder)
  return openPostgres(settings.databaseUrl, { poolSize: settings.databasePool, onIdleError })
}
