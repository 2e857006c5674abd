import { join } from 'node:path'
import { migrate, migrations } from '../migrate.ts'
import { openDatabase } from '../open.ts'
import { migrationTarget } from '../sqlite.ts'
import { openWriter } from '../sqlite-connection.ts'
import type { Target } from './side.ts'
import { openSqliteTarget } from './sqlite-side.ts'

/** Makes an empty database of an earlier version, or of the one of this program, in an empty folder: for rows that came from elsewhere. */
export async function makeStage(folder: string, schema: number): Promise<Target> {
  const writer = openWriter(join(folder, 'dailies.db'))
  try {
    await migrate(migrationTarget(writer), {
      migrations: migrations.filter(({ version }) => version <= schema),
    })
  } finally {
    writer.close()
  }
  return openSqliteTarget(folder)
}

/** Opens it brought up to date. */
export async function openStage(folder: string): Promise<Target> {
  await (await openDatabase({ dataFolder: folder, databasePool: 1 }, () => {})).close()
  return openSqliteTarget(folder)
}
