import type { Engine } from './database.ts'
import { up as production } from './migrations/0001-production.ts'
import { up as webhooks } from './migrations/0002-webhooks.ts'
import { up as access } from './migrations/0003-access.ts'
import { up as accounts } from './migrations/0004-accounts.ts'
import { up as console } from './migrations/0005-console.ts'
import { up as webhookQueues } from './migrations/0006-webhook-queues.ts'
import { up as countedAs } from './migrations/0007-counted-as.ts'
import { up as disabledUsers } from './migrations/0008-disabled-users.ts'
import { up as deletions } from './migrations/0009-deletions.ts'
import { up as rightsDefaults } from './migrations/0010-rights-defaults.ts'
import { up as leanLists } from './migrations/0011-lean-lists.ts'
import { up as captured } from './migrations/0012-captured.ts'
import { up as longTextsLast } from './migrations/0013-long-texts-last.ts'
import { up as packagesByName } from './migrations/0014-packages-by-name.ts'
import type { Execute } from './migrations/rebuild-table.ts'

export interface Migration {
  version: number
  name: string
  /** The statements, where nothing has to be looked up for them; it runs all others itself. */
  up(engine: Engine, execute: Execute): string[] | Promise<void>
}

/** In the order in which they run. Once landed, one is never changed; the next one mends it. */
export const migrations: readonly Migration[] = [
  { version: 1, name: 'production', up: production },
  { version: 2, name: 'webhooks', up: webhooks },
  { version: 3, name: 'access', up: access },
  { version: 4, name: 'accounts', up: accounts },
  { version: 5, name: 'console', up: console },
  { version: 6, name: 'webhook queues', up: webhookQueues },
  { version: 7, name: 'counted as', up: countedAs },
  { version: 8, name: 'disabled users', up: disabledUsers },
  { version: 9, name: 'deletions', up: deletions },
  { version: 10, name: 'rights defaults', up: rightsDefaults },
  { version: 11, name: 'lean lists', up: leanLists },
  { version: 12, name: 'captured', up: captured },
  { version: 13, name: 'long texts last', up: longTextsLast },
  { version: 14, name: 'packages by name', up: packagesByName },
]

/** What migrating needs of an engine. */
export interface MigrationTarget {
  engine: Engine
  /** The version of the database; 0 where it is empty. */
  version(): Promise<number>
  /** Waits until no other process migrates the same database. Rows may refer to what is not there until `check`. */
  begin(): Promise<void>
  execute: Execute
  /** Throws where a row refers to what is not there. */
  check(): Promise<void>
  commit(): Promise<void>
  rollback(): Promise<void>
}

/**
 * Brings the database to the version of the program, in one transaction: any number of nodes may start at once, and
 * a crash half-way leaves the database as it was. Throws when it is newer than that. One that is up to date is only read.
 */
export async function migrate(
  target: MigrationTarget,
  all: readonly Migration[] = migrations,
): Promise<void> {
  const known = all.at(-1)!.version
  const found = await target.version()
  if (found > known) throw newerDatabase(found, known)
  if (found === known) return

  await target.begin()
  try {
    await target.execute(
      'create table if not exists migrations (version integer primary key, name text not null, applied_at text not null)',
    )
    // Another process may have been quicker.
    const applied = await target.version()
    const missing = all.filter(({ version }) => version > applied)
    for (const { version, name, up } of missing) {
      for (const sql of (await up(target.engine, target.execute)) ?? []) await target.execute(sql)
      const row = [version, name, new Date().toISOString()]
      await target.execute('insert into migrations (version, name, applied_at) values (?, ?, ?)', row)
    }
    if (missing.length > 0) await target.check()
    await target.commit()
  } catch (error) {
    await target.rollback()
    throw error
  }
}

/** What says how far a database is, of one that has the table. */
export const selectVersion = 'select coalesce(max(version), 0) as version from migrations'

function newerDatabase(found: number, known: number): Error {
  return new Error(
    `The database is at version ${found}, this program knows versions up to ${known}. ` +
      'Start it with the version of Dailies that upgraded the database, or a later one.',
  )
}
