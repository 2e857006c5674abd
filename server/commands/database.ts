import type { Command } from 'commander'
import { userByEmail } from '../accounts/create-user.ts'
import { readSettings, type Settings } from '../config.ts'
import type { Database } from '../db/database.ts'
import { pathOfDatabase } from '../db/inspect.ts'
import { NoDatabase } from '../db/migrate.ts'
import { openDatabase } from '../db/open.ts'
import { placeIn } from '../db/postgres-addresses.ts'
import { withSettingsFlag } from './settings-flag.ts'
import type { Terminal } from './terminal.ts'

export interface DatabaseFlags {
  data?: string
  databaseUrl?: string
}

/** Adds the flags that say which database a command works on, and which settings it goes by. */
export function withDatabaseFlags(command: Command): Command {
  return withSettingsFlag(command)
    .option('--data <dir>', 'folder of the embedded database (DAILIES_DATA, default: data)')
    .option('--database-url <url>', 'PostgreSQL instead: postgres://… (DAILIES_DATABASE_URL)')
}

/**
 * Opens the database for one command and closes it again; the service may run on it all the while. Where there is none it is said,
 * and only what `makes` one makes it: it would be that of a folder that was meant to be another.
 */
export async function useDatabase<T>(
  { environment, warn }: Terminal,
  flags: DatabaseFlags,
  work: (db: Database, settings: Settings) => Promise<T>,
  { makes = false } = {},
): Promise<T> {
  const settings = readSettings({ dataFolder: flags.data, databaseUrl: flags.databaseUrl }, environment)
  const tell = (line: string) => warn(`dailies: ${line}`)
  const db = await openDatabase(settings, () => {}, { tell, makes }).catch((error: unknown) => {
    throw error instanceof NoDatabase ? new Error(noDatabase(settings)) : error
  })
  try {
    return await work(db, settings)
  } finally {
    await db.close()
  }
}

function noDatabase(settings: Settings): string {
  const { databaseUrl } = settings
  return databaseUrl
    ? `There is no Dailies in the database ${placeIn(databaseUrl)}. Name another by --database-url or DAILIES_DATABASE_URL, or begin there with dailies serve.`
    : `There is no database at ${pathOfDatabase(settings)}. Name its folder by --data or DAILIES_DATA, or begin there with dailies serve.`
}

export interface UserFlags extends DatabaseFlags {
  /** An email address. */
  user: string
}

/** The same on behalf of a user. Throws `not_found` when there is none with that address. */
export function useDatabaseAs<T>(
  terminal: Terminal,
  flags: UserFlags,
  work: (parts: { db: Database; userId: string; settings: Settings }) => Promise<T>,
): Promise<T> {
  return useDatabase(terminal, flags, async (db, settings) => {
    const { id } = await userByEmail(db, flags.user)
    return work({ db, userId: id, settings })
  })
}
