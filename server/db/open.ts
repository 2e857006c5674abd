import type { Database } from './database.ts'
import type { Upgrade } from './migrate.ts'
import { openSqlite } from './sqlite.ts'
import type { Watch } from './watch.ts'

export interface DatabaseSettings {
  /** A `postgres://` address; SQLite in the data folder when there is none. */
  databaseUrl?: string | undefined
  /** Of the server itself, where that one is of a pooler that has another connection for each transaction. */
  databaseDirectUrl?: string | undefined
  databasePool: number
  dataFolder: string
}

/** Opens the database that the settings name and brings it up to date, with the migrations of the program. */
export async function openDatabase(
  settings: DatabaseSettings,
  onIdleError: (error: Error) => void,
  upgrade: Upgrade = {},
  watch?: Watch,
): Promise<Database> {
  if (!settings.databaseUrl) return openSqlite(settings.dataFolder, upgrade, watch)
  // Only here: what has its database in the data folder starts without the driver.
  const { openPostgres } = await import('./postgres.ts')
  const { databaseUrl, databaseDirectUrl: direct, databasePool: poolSize } = settings
  return openPostgres(databaseUrl, { direct, poolSize, onIdleError, upgrade, watch })
}
