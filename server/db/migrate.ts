import { setTimeout as sleep } from 'node:timers/promises'
import { type Batches, nextBatch } from './batches.ts'
import { type Index, makeConcurrently } from './concurrent-index.ts'
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
import { up as members } from './migrations/0015-members.ts'
import { up as eventsOfProjects } from './migrations/0016-events-of-projects.ts'
import { up as edits } from './migrations/0017-edits.ts'
import { up as inbox } from './migrations/0018-inbox.ts'
import { up as assignments } from './migrations/0019-assignments.ts'
import { up as media } from './migrations/0020-media.ts'
import { batches as mediaOfBefore } from './migrations/0021-media-of-before.ts'
import { up as comments } from './migrations/0022-comments.ts'
import { up as cut } from './migrations/0023-cut.ts'
import { up as playlists } from './migrations/0024-playlists.ts'
import { up as links } from './migrations/0025-links.ts'
import { up as reviews } from './migrations/0026-reviews.ts'
import { up as attachments } from './migrations/0027-attachments.ts'
import { up as markedMedia } from './migrations/0028-marked-media.ts'
import { up as versionsOfReviews } from './migrations/0029-versions-of-reviews.ts'
import { up as contentCredentials } from './migrations/0030-content-credentials.ts'
import { up as exports } from './migrations/0031-exports.ts'
import { up as backups } from './migrations/0032-backups-made.ts'
import { up as signedCopiesCounted } from './migrations/0033-signed-copies-counted.ts'
import { up as search } from './migrations/0034-search.ts'
import { up as assetChangeSets } from './migrations/0035-asset-change-sets.ts'
import { up as takeMarks } from './migrations/0036-take-marks.ts'
import { up as searchBuiltFaster } from './migrations/0037-search-built-faster.ts'
import { index as deletedByTime } from './migrations/0038-deleted-by-time.ts'
import { up as trash } from './migrations/0039-trash.ts'
import { up as savedSearches } from './migrations/0040-saved-searches.ts'
import { up as deletedScenes } from './migrations/0041-deleted-scenes.ts'
import { up as deletedProjects } from './migrations/0042-deleted-projects.ts'
import { byCost, byGeneration, withoutCost, withoutGeneration } from './migrations/0043-versions-by-amount.ts'
import { up as projectTags } from './migrations/0047-project-tags.ts'
import { up as departures } from './migrations/0048-departures.ts'
import { up as budgets } from './migrations/0049-budgets.ts'
import { ofShot, up as shotsOutOfOrder, withoutShot } from './migrations/0050-stacks.ts'
import { up as looks } from './migrations/0053-looks.ts'
import { up as takeSums } from './migrations/0054-take-sums.ts'
import { up as searchPlaces } from './migrations/0055-search-places.ts'
import { up as functionsOfTriggers } from './migrations/0056-functions-of-triggers.ts'
import { up as searchInSegments } from './migrations/0057-search-in-segments.ts'
import { up as providerSignIns } from './migrations/0058-provider-sign-ins.ts'
import { up as worksFrom } from './migrations/0059-works-from.ts'
import { up as secondFactors } from './migrations/0060-second-factors.ts'
import { up as mailsOfSignIns } from './migrations/0061-mails-of-sign-ins.ts'
import { up as sessionsWithSecondFactor } from './migrations/0062-sessions-with-second-factor.ts'
import type { Execute } from './migrations/rebuild-table.ts'

interface Named {
  version: number
  name: string
  /**
   * It only adds: programs from that version on go on with it, and may be started (docs/upgrading.md, "Many nodes"). Without it, only
   * programs that know the step.
   */
  worksFrom?: number
}

interface Change extends Named {
  /** The statements, where nothing has to be looked up for them; it runs all others itself. */
  up(engine: Engine, execute: Execute): string[] | Promise<void>
  /** It takes away what the program does without: it is put off while nodes live that do not know it. */
  contracts?: true
}

interface Batched extends Named {
  batches: Batches
}

interface Indexed extends Named {
  /** Of a table that may be large: on PostgreSQL it is made while others write. */
  index(engine: Engine): Index
}

/** One step, of one kind: what takes several is several migrations. */
export type Migration = Change | Batched | Indexed

/** In the order in which they run. Once landed, one is never changed; the next one mends it. (docs/upgrading.md) */
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
  { version: 15, name: 'members', up: members },
  { version: 16, name: 'events of projects', up: eventsOfProjects },
  { version: 17, name: 'edits', up: edits },
  { version: 18, name: 'inbox', up: inbox },
  { version: 19, name: 'assignments', up: assignments },
  { version: 20, name: 'media', up: media },
  { version: 21, name: 'media of before', batches: mediaOfBefore },
  { version: 22, name: 'comments', up: comments },
  { version: 23, name: 'cut', up: cut },
  { version: 24, name: 'playlists', up: playlists },
  { version: 25, name: 'links', up: links },
  { version: 26, name: 'reviews', up: reviews },
  { version: 27, name: 'attachments', up: attachments },
  { version: 28, name: 'marked media', up: markedMedia },
  { version: 29, name: 'versions of reviews', up: versionsOfReviews },
  { version: 30, name: 'content credentials', up: contentCredentials },
  { version: 31, name: 'exports', up: exports },
  { version: 32, name: 'backups made', up: backups },
  { version: 33, name: 'signed copies counted', up: signedCopiesCounted },
  { version: 34, name: 'search', up: search },
  { version: 35, name: 'asset change sets', up: assetChangeSets },
  { version: 36, name: 'take marks', up: takeMarks },
  { version: 37, name: 'search built faster', up: searchBuiltFaster },
  { version: 38, name: 'deleted by time', index: deletedByTime },
  { version: 39, name: 'trash', up: trash },
  { version: 40, name: 'saved searches', up: savedSearches },
  { version: 41, name: 'deleted scenes', up: deletedScenes },
  { version: 42, name: 'deleted projects', up: deletedProjects },
  { version: 43, name: 'versions by cost', index: byCost },
  { version: 44, name: 'versions without cost', index: withoutCost },
  { version: 45, name: 'versions by generation time', index: byGeneration },
  { version: 46, name: 'versions without generation time', index: withoutGeneration },
  { version: 47, name: 'project tags', up: projectTags },
  { version: 48, name: 'departures', up: departures },
  { version: 49, name: 'budgets', up: budgets },
  { version: 50, name: 'versions of shots in order', index: ofShot },
  { version: 51, name: 'versions without shot', index: withoutShot },
  { version: 52, name: 'versions of shots out of order', up: shotsOutOfOrder },
  { version: 53, name: 'looks', up: looks },
  { version: 54, name: 'take sums', up: takeSums },
  { version: 55, name: 'search of scenes and shots', up: searchPlaces },
  { version: 56, name: 'functions of triggers', up: functionsOfTriggers },
  { version: 57, name: 'search in segments', up: searchInSegments },
  { version: 58, name: 'provider sign-ins', up: providerSignIns },
  { version: 59, name: 'works from', up: worksFrom, worksFrom: 56 },
  { version: 60, name: 'second factors', up: secondFactors, worksFrom: 56 },
  { version: 61, name: 'mails of sign-ins', up: mailsOfSignIns, worksFrom: 56 },
  { version: 62, name: 'sessions with second factor', up: sessionsWithSecondFactor, worksFrom: 56 },
]

/** From this one on a database says which programs go on with it, and nodes of PostgreSQL announce which one they are. */
export const firstAnnounced = 59

/** Of a database into which another one is being copied: no program starts on it until that is finished. */
export const copyingVersion = 2_147_483_647

/** What migrating needs of an engine. */
export interface MigrationTarget {
  engine: Engine
  /** The version of the database; 0 where it is empty. */
  version(): Promise<number>
  /**
   * Runs `work` in a transaction, once no other process is in one of these; again from the start, where it was in another's
   * way. Where `rebuilds`, rows may refer to what is not there until `check`.
   */
  transaction(work: () => Promise<void>, options?: { rebuilds?: boolean }): Promise<void>
  execute: Execute
  /** In a transaction: keeps nodes that know no more than the versions before from beginning; false where one is at work. */
  holdOff?(version: number): Promise<boolean>
  /** Throws where a row refers to what is not there. */
  check(): Promise<void>
}

export interface Upgrade {
  migrations?: readonly Migration[]
  /** Is told every few seconds how far it is. */
  tell?: (line: string) => void
  /** Whether one is made where there is none: else `NoDatabase` is thrown, and nothing is made. */
  makes?: boolean
}

/** There is none, or an empty one. */
export class NoDatabase extends Error {}

const tellEvery = 5000

/** Milliseconds between two batches, in which others that wait to write do so, nodes of the version before among them. */
const pause = 10

/** Milliseconds after which it is looked again whether another process has made an index. */
const lookAgain = 200

/**
 * Brings the database to the version of the program. Whatever is to be done next is looked up in the database and done,
 * until nothing is missing: any number of nodes may start at once and take turns, and after a crash the next start goes on.
 * Throws when the database is newer than the program, unless that goes on with it. One that is up to date is only read.
 * `putOff`: what is left takes away what nodes of an earlier version, which still run, need; the program does without it.
 */
export async function migrate(
  target: MigrationTarget,
  { migrations: all = migrations, tell = () => {}, makes = true }: Upgrade = {},
): Promise<'done' | 'putOff'> {
  const known = all.at(-1)!.version
  let state = 'waiting for another process'
  const telling = setInterval(() => tell(`bringing the database up to date: ${state}`), tellEvery)
  const say: Say = (doing) => {
    state = doing
  }
  try {
    for (;;) {
      const found = await target.version()
      if (found === 0 && !makes) throw new NoDatabase()
      if (found > known) {
        if (await goesOn(target.execute, known)) return 'done'
        throw newerDatabase(found, known)
      }
      if (found === known) return 'done'
      const next = all.find(({ version }) => version > found)!
      if (found > 0 && contracts(next)) {
        if (await contract(target, next)) continue
        say(`${nameOf(next)} waits until no node of an earlier version runs`)
        if (all.every((one) => one.version <= found || contracts(one))) return 'putOff'
        await sleep(lookAgain)
      } else if (found === 0 || !runsAlone(next, target.engine)) await runTogether(target, all, say)
      else if ('batches' in next) await naming(next, () => runBatch(target, next, say))
      else await naming(next, () => makeIndex(target, next, say))
    }
  } finally {
    clearInterval(telling)
  }
}

type Say = (doing: string) => void

const contracts = (migration: Migration) => 'contracts' in migration && migration.contracts === true

/** Whether all that a later program did lets this one go on. */
export async function goesOn(execute: Execute, known: number): Promise<boolean> {
  if (known < firstAnnounced) return false
  const [row] = await execute(
    'select max(coalesce(works_from, version)) as needed from migrations where version > ?',
    [known],
  )
  return Number(row?.needed ?? 0) <= known
}

/** The version of a database, and whether it is a later one with which this program goes on. */
export async function lookedAt({
  version,
  execute,
}: Pick<MigrationTarget, 'version' | 'execute'>): Promise<{ version: number; goesOn: boolean }> {
  const [found, known] = [await version(), migrations.at(-1)!.version]
  // By whoever made it otherwise.
  return { version: found, goesOn: found > known && (await goesOn(execute, known).catch(() => false)) }
}

/** Does it, unless a node is at work that does not know it. */
async function contract(target: MigrationTarget, migration: Migration): Promise<boolean> {
  let isDone = true
  const work = async () => {
    if (!(await isMissing(target, migration))) return
    isDone = (await target.holdOff?.(migration.version)) ?? true
    if (!isDone) return
    await naming(migration, () => apply(target, migration))
    await record(target, migration)
  }
  await target.transaction(work, { rebuilds: true })
  return isDone
}

function runsAlone(migration: Migration, engine: Engine): migration is Batched | Indexed {
  return 'batches' in migration || ('index' in migration && engine === 'postgres')
}

/** All that are missing in one transaction, up to one that runs alone; in an empty database those, too. */
async function runTogether(target: MigrationTarget, all: readonly Migration[], say: Say): Promise<void> {
  const work = async () => {
    await target.execute(
      'create table if not exists migrations (version integer primary key, name text not null, applied_at text not null)',
    )
    // Another process may have been quicker.
    const found = await target.version()
    const missing = all.filter(({ version }) => version > found)
    const alone = found === 0 ? -1 : missing.findIndex((migration) => runsAlone(migration, target.engine))
    const before = alone === -1 ? missing : missing.slice(0, alone)
    const later = found === 0 ? -1 : before.findIndex(contracts)
    const together = later === -1 ? before : before.slice(0, later)
    for (const migration of together) {
      say(nameOf(migration))
      await naming(migration, () => apply(target, migration))
      await record(target, migration)
    }
    if (together.length > 0) await target.check()
  }
  await target.transaction(work, { rebuilds: true })
}

/** Does all of a migration, in the transaction that is open. */
export async function apply(
  target: Pick<MigrationTarget, 'engine' | 'execute'>,
  migration: Migration,
): Promise<void> {
  const { engine, execute } = target
  if ('up' in migration) {
    for (const sql of (await migration.up(engine, execute)) ?? []) await execute(sql)
  } else if ('index' in migration) {
    const { name, on } = migration.index(engine)
    await execute(`create index ${name} on ${on}`)
  } else {
    while (await nextBatch(target, migration.version, migration.batches));
  }
}

async function runBatch(target: MigrationTarget, migration: Batched, say: Say): Promise<void> {
  await target.transaction(async () => {
    if (!(await isMissing(target, migration))) return
    const progress = await nextBatch(target, migration.version, migration.batches)
    if (progress) say(`${nameOf(migration)}, ${progress.done} of ${progress.total} rows`)
    else await record(target, migration)
  })
  await sleep(pause)
}

async function makeIndex(target: MigrationTarget, migration: Indexed, say: Say): Promise<void> {
  const index = migration.index(target.engine)
  const stillMissing = () => isMissing(target, migration)
  say(`${nameOf(migration)}, making the index ${index.name}`)
  if (!(await makeConcurrently(target.execute, index, stillMissing))) {
    say(`${nameOf(migration)}, waiting for another process that makes the index ${index.name}`)
    await sleep(lookAgain)
    return
  }
  await target.transaction(async () => {
    if (await stillMissing()) await record(target, migration)
  })
}

async function isMissing(target: MigrationTarget, { version }: Migration): Promise<boolean> {
  return (await target.version()) < version
}

async function record({ execute }: MigrationTarget, migration: Migration): Promise<void> {
  const { version, name, worksFrom } = migration
  const row = [version, name, new Date().toISOString()]
  const [column, value] = version < firstAnnounced ? ['', ''] : [', works_from', `, ${worksFrom ?? null}`]
  await execute(`insert into migrations (version, name, applied_at${column}) values (?, ?, ?${value})`, row)
}

/** A failure says which migration it was of. */
async function naming(migration: Migration, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    throw new Error(`The ${nameOf(migration)} failed`, { cause: error })
  }
}

function nameOf({ version, name }: Migration): string {
  return `migration ${version} (${name})`
}

/** What says how far a database is, of one that has the table. */
export const selectVersion = 'select coalesce(max(version), 0) as version from migrations'

function newerDatabase(found: number, known: number): Error {
  if (found === copyingVersion)
    return new Error('A copy into this database is not finished. Go on with it by `dailies copy`.')
  return new Error(
    `The database is at version ${found}, this program knows versions up to ${known}. ` +
      'Start it with the version of Dailies that upgraded the database, or a later one.',
  )
}
