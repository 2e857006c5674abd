import type { Database } from '../db/database.ts'
import type { DatabaseSettings } from '../db/open.ts'
import type { SearchIndex } from './index.ts'
import { PostgresIndex } from './postgres-index.ts'
import { SqliteIndex } from './sqlite-index.ts'

/** The index that belongs to the database. Nothing is opened or begun before it is asked for something. */
export function openIndex(db: Database, { dataFolder }: DatabaseSettings): SearchIndex {
  return db.engine === 'sqlite' ? new SqliteIndex(db, dataFolder) : new PostgresIndex(db)
}
