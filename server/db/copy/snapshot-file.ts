import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { DailiesError } from '../../error.ts'
import type { Database } from '../database.ts'
import { migrations } from '../migrate.ts'
import { openDatabase } from '../open.ts'
import { type CopyProgress, copyDatabase, requireVersion } from './copy-database.ts'
import { type CopyPlace, openSource, openTarget } from './open-side.ts'
import { named } from './postgres-side.ts'

/** So many pages at a time are all of them: where another process writes in between, SQLite begins anew. */
const allPages = 2_147_483_647

/**
 * Writes the database as it is at one moment into `dailies.db` of an empty folder, whichever engine it is of, while others write to
 * it. Throws `invalid` where it is not of the version of this program.
 */
export async function writeSnapshot(
  from: CopyPlace,
  folder: string,
  tell: (progress: CopyProgress) => void = () => {},
): Promise<void> {
  const source = await openSource(from)
  try {
    await requireVersion(source, from.databaseUrl ? named(from.databaseUrl) : from.dataFolder)
    if (from.databaseUrl) await copyRows()
    else await copyPages(from.dataFolder, folder)
  } finally {
    await source.close()
  }

  async function copyRows(): Promise<void> {
    await source.look()
    const into = await openTarget({ dataFolder: folder })
    try {
      await copyDatabase({ from: source, into, source: 'a backup' }, tell)
    } finally {
      await into.close()
    }
  }
}

async function copyPages(dataFolder: string, folder: string): Promise<void> {
  const source = new DatabaseSync(join(dataFolder, 'dailies.db'), { readOnly: true, timeout: 30_000 })
  try {
    await backup(source, join(folder, 'dailies.db'), { rate: allPages })
  } finally {
    source.close()
  }
}

/**
 * Opens the SQLite database in a folder, which was checked, brought up to date. Throws `invalid` where it cannot be, and where a table,
 * a column or an index is missing in it: of what is not there no page is damaged.
 */
export async function openSnapshot(folder: string): Promise<Database> {
  const fresh = await mkdtemp(join(folder, 'fresh-'))
  let database: Database | undefined
  try {
    await (await openDatabase({ dataFolder: fresh, databasePool: 1 }, () => {})).close()
    database = await openDatabase({ dataFolder: folder, databasePool: 1 }, () => {})
    const found = partsOf(folder)
    const [missing] = [...partsOf(fresh)].filter((part) => !found.has(part))
    if (missing) throw new Error(`there is no ${missing}`)
    return database
  } catch (error) {
    await database?.close()
    throw new DailiesError('invalid', `The database is damaged: ${(error as Error).message}`)
  } finally {
    await rm(fresh, { recursive: true, force: true })
  }
}

/** Tables, columns, indexes and triggers, in words. */
function partsOf(folder: string): Set<string> {
  const database = new DatabaseSync(join(folder, 'dailies.db'), { readOnly: true })
  try {
    const rows = database
      .prepare(
        `select s.type || ' ' || s.name || coalesce('.' || c.name, '') as part
         from sqlite_schema s left join pragma_table_info(s.name) c where s.name not like 'sqlite_%'`,
      )
      .all()
    return new Set(rows.map(({ part }) => String(part)))
  } finally {
    database.close()
  }
}

export const currentVersion = migrations.at(-1)!.version
