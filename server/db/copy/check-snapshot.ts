import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DailiesError } from '../../error.ts'
import { addFunctions } from '../sqlite-connection.ts'

/**
 * Reads all of the SQLite database in a folder, and returns its version. Throws `invalid`, with what is wrong, where it is damaged,
 * and where a later program wrote it.
 */
export function checkSnapshot(folder: string): number {
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(join(folder, 'dailies.db'), { readOnly: true })
    addFunctions(database)
    const [wrong] = database.prepare('pragma integrity_check(1)').all()
    if (wrong?.integrity_check !== 'ok') throw new Error(String(wrong?.integrity_check))
    const [reference] = database.prepare('pragma foreign_key_check').all()
    if (reference)
      throw new Error(`a row of ${reference.table} refers to one of ${reference.parent} that is not there`)
    return Number(database.prepare('select max(version) as version from migrations').get()!.version)
  } catch (error) {
    throw new DailiesError('invalid', `The database is damaged: ${(error as Error).message}`)
  } finally {
    database?.close()
  }
}
