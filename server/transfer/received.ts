import { mkdtemp, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { email, userName } from '@dailies/contract/account.ts'
import { keyOf, type Row, type Table, type Target } from '../db/copy/side.ts'
import { currentVersion } from '../db/copy/snapshot-file.ts'
import { makeStage, openStage } from '../db/copy/stage.ts'
import { DailiesError } from '../error.ts'
import { inBytes } from '../media/in-bytes.ts'
import type { Store } from '../media/store.ts'
import { isFull } from '../media/store-failure.ts'
import { readPacked } from '../packed.ts'
import { type Here, Unfit } from './columns.ts'
import { countAnew } from './count-anew.ts'
import { leaveOutLoose } from './leave-out-loose.ts'
import type { ProjectManifest } from './manifest.ts'
import { foreign, readRows } from './rows.ts'
import { wrongWith } from './rules.ts'
import { type NamedRow, type Travelling, travelling } from './tables.ts'

const pageSize = 50
/** Who may be named in one project. */
const mostPeople = 5000

/** Somebody who is named in a project that came. */
export interface CameWith {
  id: string
  /** Null for one who was removed there. */
  email: string | null
  name: string
}

/** A project that came, in a database of its own, where nobody sees it: what it says was not looked at as yet. */
export interface Received {
  people: CameWith[]
  /** The files that it names, by their SHA-256. */
  blobs: Map<string, number>
  /** Rows of a table as they are here, some at a time. Throws `invalid` for what no project has. */
  rowsOf(table: Travelling, here: Here): AsyncGenerator<NamedRow[]>
  /** Its rows. Throws `invalid` where there are more of anything than there may be. */
  count(): Promise<number>
  close(): Promise<void>
}

/**
 * Reads the rows of a project into a folder of its own in `incoming`, and brings them up to date. Throws `invalid` where they are
 * damaged, of a later version, or are not what Dailies writes.
 */
export async function receiveProject(
  source: Store,
  manifest: ProjectManifest,
  { incoming, mostJson }: { incoming: string; mostJson: number },
): Promise<Received> {
  const { schema, rows } = manifest
  if (schema > currentVersion)
    throw new DailiesError(
      'invalid',
      `It is of Dailies ${manifest.program}, which is later than this one: use that, or a later one`,
    )
  await requireDisk(incoming, manifest)
  try {
    return await receivedInto(incoming, { source, manifest, mostJson })
  } catch (error) {
    throw isOfFullDisk(error) ? noRoomFor(rows.plainBytes, incoming) : error
  }
}

async function receivedInto(
  incoming: string,
  {
    source,
    manifest: { schema, rows },
    mostJson,
  }: { source: Store; manifest: ProjectManifest; mostJson: number },
): Promise<Received> {
  const folder = await mkdtemp(join(incoming, 'project-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    const stage = await makeStage(folder, schema)
    try {
      await asProject(() =>
        readRows(
          readPacked(source, { ...rows, mostPlain: rows.plainBytes }, 'The list of rows'),
          stage,
          mostJson,
        ),
      )
    } finally {
      await stage.close()
    }
    const upToDate = await asProject(() => openStage(folder))
    return await receivedIn(upToDate, remove)
  } catch (error) {
    await remove()
    throw error
  }
}

/** SQLITE_FULL, or what the system says of it, whatever was made of it. https://sqlite.org/rescode.html */
function isOfFullDisk(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('errcode' in error && error.errcode === 13) || isFull(error) || isOfFullDisk(error.cause)
}

/** Bytes that the tables take where there are few rows. */
const bytesOfTables = 10_000_000

/** Throws `no_room` where its rows would fill the disk: a few bytes may be made to become many. */
async function requireDisk(folder: string, { rows }: ProjectManifest): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  // As they are, and with indexes.
  if (3 * rows.plainBytes + bytesOfTables <= bavail * bsize) return
  throw noRoomFor(rows.plainBytes, folder)
}

function noRoomFor(bytes: number, folder: string): DailiesError {
  return new DailiesError(
    'no_room',
    `There is no room for its rows, which take ${inBytes(bytes)}: three times as much has to be free in ${folder}, and ${inBytes(bytesOfTables)}`,
  )
}

/** What the database does not take of it is no fault of the program. */
async function asProject<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof DailiesError) throw error
    throw Object.assign(foreign('does not fit together'), { cause: error })
  }
}

async function receivedIn(stage: Target, remove: () => Promise<void>): Promise<Received> {
  const close = async () => {
    await stage.close()
    await remove()
  }
  try {
    // Whatever a row refers to came with it.
    await asProject(async () => {
      await stage.settle()
      await leaveOutLoose(stage)
      await countAnew(stage)
    })
    const tables = new Map((await stage.tables()).map((table) => [table.name, table]))
    const blobs = await asProject(() => stage.execute('select hash, bytes from blobs order by hash'))
    return {
      people: await peopleIn(stage),
      blobs: new Map(blobs.map(({ hash, bytes }) => [hashIn(hash), amountIn(bytes)])),
      rowsOf: (table, here) => rowsOf(stage, { table, stored: tables.get(table.name)!, here }),
      count: async () => {
        let rows = 0
        for (const table of travelling) rows += await countIn(stage, tables.get(table.name)!, table)
        return rows
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

async function countIn(stage: Target, stored: Table, { name, most, mostOf }: Travelling): Promise<number> {
  const count = await stage.count(stored)
  if (most !== undefined && count > most)
    throw foreign(`has ${count} rows in ${name}, where ${most} is the most there may be`)
  const [crowded] = mostOf
    ? await stage.execute(`select 1 from ${name} group by ${mostOf.column} having count(*) > ? limit 1`, [
        mostOf.most,
      ])
    : []
  if (crowded) throw foreign(`has more than ${mostOf!.most} rows in ${name} of one ${mostOf!.column}`)
  return count
}

async function peopleIn(stage: Target): Promise<CameWith[]> {
  const rows = await stage.execute('select id, email, name, removed_at from users order by id limit ?', [
    mostPeople + 1,
  ])
  if (rows.length > mostPeople) throw foreign(`names more than ${mostPeople} people`)
  const people = rows.map((row) => {
    const isRemoved = row.removed_at !== null
    const [address, name] = [email.safeParse(row.email), userName.safeParse(row.name)]
    if (typeof row.id !== 'string' || !name.success || !(isRemoved || address.success))
      throw foreign('names somebody without a name or an address')
    return { id: row.id, email: isRemoved ? null : address.data!, name: name.data }
  })
  const addresses = people.flatMap(({ email }) => email ?? [])
  if (new Set(addresses).size < addresses.length) throw foreign('names two people of one address')
  return people
}

function hashIn(value: unknown): string {
  if (typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)) return value
  throw foreign('names a file without its SHA-256')
}

function amountIn(value: unknown): number {
  if (Number.isSafeInteger(value) && (value as number) >= 0) return value as number
  throw foreign('names a file without its length')
}

async function* rowsOf(
  stage: Target,
  { table, stored, here }: { table: Travelling; stored: Table; here: Here },
): AsyncGenerator<NamedRow[]> {
  for (let after: Row | undefined; ; ) {
    const page = await asProject(() => stage.page(stored, after, pageSize))
    yield page.map((row) => rowHere(row, { table, stored, here })).filter((row) => row !== undefined)
    if (page.length < pageSize) return
    after = keyOf(stored, page.at(-1)!)
  }
}

function rowHere(
  row: Row,
  { table, stored, here }: { table: Travelling; stored: Table; here: Here },
): NamedRow | undefined {
  const found: NamedRow = {}
  let what = ''
  try {
    for (const [place, { name }] of stored.columns.entries()) {
      what = `a ${name} in ${table.name}`
      found[name] = table.columns[name]!.of(row[place]!, here)
    }
    what = `a row in ${table.name}`
    const wrong = wrongWith(table.name, found)
    if (wrong) throw new Unfit(wrong)
    return table.settle ? table.settle(found, here) : found
  } catch (error) {
    if (error instanceof Unfit) throw foreign(`has ${what} that ${error.message}`)
    throw error
  }
}
