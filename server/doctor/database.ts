import { inspectDatabase, pathOfDatabase } from '../db/inspect.ts'
import type { Inspected } from '../db/inspected.ts'
import { copyingVersion, migrations } from '../db/migrate.ts'
import type { DatabaseSettings } from '../db/open.ts'
import { placeIn } from '../db/postgres-addresses.ts'
import { databaseTime } from '../db/time.ts'
import { version as programVersion } from '../version.ts'
import { type Finding, failed, reasonOf, skipped, warned, well } from './check.ts'
import { spanText } from './words.ts'

/** The database as all checks have it. */
export type Opened = { is: 'open'; db: Inspected } | { is: 'missing' } | { is: 'away'; reason: string }

/** Of the schema that this program knows. */
const known = migrations.at(-1)!.version

const oldestPostgres = 15
const newestPostgres = 18

/** Milliseconds that the clocks may be apart. */
const apart = { warned: 2000, failed: 300_000 }

/** Never rejects. */
export async function openToLook(settings: DatabaseSettings, patience: number): Promise<Opened> {
  try {
    const db = await inspectDatabase(settings, { patience })
    return db ? { is: 'open', db } : { is: 'missing' }
  } catch (error) {
    return { is: 'away', reason: reasonOf(error) }
  }
}

/** The database, where its tables are those of this program. */
export function usable(opened: Opened): Inspected | undefined {
  return opened.is === 'open' && opened.db.version === known ? opened.db : undefined
}

/** Of a check that has nothing to ask. */
export const notAsked = skipped('The database cannot be asked: see what is said of it above.')

export function checkDatabase(opened: Opened, settings: DatabaseSettings): Finding {
  const place = placeOfDatabase(settings)
  if (opened.is === 'missing') {
    return failed(
      `There is no database at ${place}.`,
      'Name its folder by --data or DAILIES_DATA, or start dailies serve, which makes one.',
    )
  }
  if (opened.is === 'away') {
    return failed(
      `The database at ${place} cannot be read: ${opened.reason}.`,
      settings.databaseUrl
        ? 'See that PostgreSQL runs, and that DAILIES_DATABASE_URL names its host, database, user and password.'
        : 'Run this as the user that runs Dailies; where the file is damaged, bring back a backup by dailies restore.',
    )
  }
  const { engine, engineVersion } = opened.db
  const name = `${engine === 'sqlite' ? 'SQLite' : 'PostgreSQL'} ${engineVersion}`
  const major = Number.parseInt(engineVersion, 10)
  if (engine === 'postgres' && major < oldestPostgres) {
    return failed(
      `${name} answers at ${place}, which is too old.`,
      `Upgrade it to PostgreSQL ${oldestPostgres} to ${newestPostgres}.`,
    )
  }
  if (engine === 'postgres' && major > newestPostgres) {
    return warned(
      `${name} answers at ${place}, with which Dailies was not tried.`,
      `Use PostgreSQL ${oldestPostgres} to ${newestPostgres}, or a later version of Dailies.`,
    )
  }
  return well(`${name} answers at ${place}.`)
}

/** Without user and password. */
function placeOfDatabase(settings: DatabaseSettings): string {
  if (!settings.databaseUrl) return pathOfDatabase(settings)
  return placeIn(settings.databaseUrl)
}

export function checkVersion(opened: Opened): Finding {
  if (opened.is !== 'open') return notAsked
  const { version } = opened.db
  const program = `Dailies ${programVersion}`
  if (version === known) return well(`The database is at version ${known}, as ${program} has it.`)
  if (version === copyingVersion) {
    return failed('A copy into this database is not finished.', 'Go on with it by dailies copy.')
  }
  if (opened.db.goesOn) {
    return well(
      `The database is at version ${version}, and ${program}, which knows those up to ${known}, goes on with it.`,
    )
  }
  if (version > known) {
    return failed(
      `The database is at version ${version}, and ${program} knows those up to ${known}: it does not start on it.`,
      'Start the version of Dailies that upgraded the database, or a later one.',
    )
  }
  if (version === 0) {
    return warned(
      'The database is empty: it has no tables yet.',
      'Start dailies serve, which makes them; if there should be something in it, see which database the settings name.',
    )
  }
  return warned(
    `The database is at version ${version}, and ${program} brings it to ${known} at its next start.`,
    'Make a backup, then start dailies serve.',
  )
}

export async function checkClock(opened: Opened): Promise<Finding> {
  if (opened.is !== 'open') return notAsked
  if (opened.db.engine === 'sqlite') return well('SQLite goes by the clock of this machine.')
  const ahead = await aheadOfUs(opened.db)
  const distance = Math.abs(ahead)
  if (distance < apart.warned) return well('The clock of the database and that of this machine agree.')
  const found = `The clock of the database is ${spanText(distance)} ${ahead > 0 ? 'ahead of' : 'behind'} that of this machine.`
  const todo =
    'Set both machines by the same time servers (NTP); what is due, and what ends, goes by the database’s.'
  return distance < apart.failed ? warned(found, todo) : failed(found, todo)
}

/** Milliseconds, by the quickest of some answers. */
async function aheadOfUs(db: Inspected): Promise<number> {
  let best = { took: Number.POSITIVE_INFINITY, ahead: 0 }
  for (let asked = 0; asked < 3; asked += 1) {
    const before = Date.now()
    const there = await databaseTime(db)
    const after = Date.now()
    const took = after - before
    if (took < best.took) best = { took, ahead: there - (before + after) / 2 }
  }
  return best.ahead
}
