/**
 * A later version of Dailies, as far as its database goes: brings it up to date and ends, after it has written how many
 * batches it did. `node later-version.ts [how many of its migrations]`.
 */
import { readSettings } from '../config.ts'
import { type Migration, migrations } from '../db/migrate.ts'
import type { Execute } from '../db/migrations/rebuild-table.ts'
import { openDatabase } from '../db/open.ts'

/** The path of this script. */
export const laterVersion = import.meta.filename

/** The version of the program that is tested. */
export const today = migrations.at(-1)!.version

export const batchRows = 20
let batches = 0

export const later: Migration[] = [
  {
    version: today + 1,
    name: 'a column',
    up: () => ['alter table asset_versions add column touched integer not null default 0'],
  },
  {
    version: today + 2,
    name: 'touch all',
    batches: {
      table: 'asset_versions',
      key: 'id',
      rows: batchRows,
      run: (execute, { after, upTo }) => touch(execute, [after, upTo]),
    },
  },
  {
    version: today + 3,
    name: 'find touched',
    index: () => ({ name: 'asset_versions_by_touched', on: 'asset_versions (touched, id)' }),
  },
  {
    version: today + 4,
    name: 'another column',
    up: () => ['alter table asset_versions add column touched_by text'],
  },
]

/** Dies in the batch of which `DAILIES_TEST_DIES_IN_BATCH` is the number, and fails where a title is "spoiled". */
async function touch(execute: Execute, range: string[]): Promise<void> {
  batches += 1
  await execute('update asset_versions set touched = touched + 1 where id > ? and id <= ?', range)
  if (String(batches) === process.env.DAILIES_TEST_DIES_IN_BATCH) process.kill(process.pid, 'SIGKILL')
  const spoiled = "select 1 from asset_versions where id > ? and id <= ? and title = 'spoiled'"
  if ((await execute(spoiled, range)).length > 0) throw new Error('a title is spoiled')
}

if (import.meta.main) {
  const count = Number(process.argv[2] ?? later.length)
  const settings = readSettings({}, process.env)
  try {
    const db = await openDatabase(settings, () => {}, {
      migrations: [...migrations, ...later.slice(0, count)],
    })
    await db.close()
    console.log(`${batches} batches`)
  } catch (error) {
    const { message, cause } = error as Error & { cause?: Error }
    console.error(`${message} (${cause?.message})`)
    process.exitCode = 1
  }
}
