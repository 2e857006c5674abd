import { makeFolders } from '../../make-folders.ts'
import { openDatabase } from '../open.ts'
import { isUnfinished } from './copy-database.ts'
import { openPostgresSource, openPostgresTarget } from './postgres-side.ts'
import type { Source, Target } from './side.ts'
import { openSqliteSource, openSqliteTarget } from './sqlite-side.ts'

/** A database: SQLite in the data folder when there is no address. */
export interface CopyPlace {
  databaseUrl?: string | undefined
  /** Of the server itself, where that one is of a pooler: a copy takes a session. */
  databaseDirectUrl?: string | undefined
  dataFolder: string
}

export async function openSource({ databaseUrl, databaseDirectUrl, dataFolder }: CopyPlace): Promise<Source> {
  return databaseUrl ? openPostgresSource(databaseDirectUrl ?? databaseUrl) : openSqliteSource(dataFolder)
}

/** With the tables of this program, unless a copy into it is to be gone on with. Makes the folder. */
export async function openTarget(place: CopyPlace): Promise<Target> {
  const { dataFolder } = place
  const databaseUrl = place.databaseUrl && (place.databaseDirectUrl ?? place.databaseUrl)
  if (!databaseUrl) makeFolders(dataFolder)
  const open = async () => (databaseUrl ? openPostgresTarget(databaseUrl) : openSqliteTarget(dataFolder))
  const found = await open()
  if (await isUnfinished(found)) return found
  await found.close()
  const db = await openDatabase({ dataFolder, databaseUrl, databasePool: 1 }, () => {})
  await db.close()
  return open()
}
