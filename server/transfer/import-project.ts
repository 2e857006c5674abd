import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ProjectRole } from '@dailies/contract/member.ts'
import type { ProjectStatus } from '@dailies/contract/project.ts'
import { lockUser } from '../accounts/queries.ts'
import { isoNow } from '../clock.ts'
import type { Database, Transaction } from '../db/database.ts'
import { newId } from '../db/id.ts'
import { databaseTime } from '../db/time.ts'
import { unavailable } from '../error.ts'
import { expectBlob, lookIntoMade } from '../media/blob-queries.ts'
import { storeBlob } from '../media/keep.ts'
import { moveBlobs } from '../media/move.ts'
import { countForProject, type Quotas, requireRoom } from '../media/quota.ts'
import type { Store } from '../media/store.ts'
import { refreshSummary } from '../media/summary.ts'
import { by } from '../order.ts'
import { changeMember } from '../production/change-member.ts'
import { deleteDeletion, renewDeletion } from '../production/deletion-queries.ts'
import type { Here } from './columns.ts'
import { bringPeople } from './people.ts'
import { type ImportPlan, requireOtherName, requireRoomForMembers } from './plan.ts'
import { completeProject, insertComing, insertInto, insertLease } from './queries.ts'
import type { Received } from './received.ts'
import { type NamedRow, type TableName, type Travelling, travelling } from './tables.ts'

/** Milliseconds without a word of it after which what came is removed. */
const leaseMilliseconds = 30_000

export interface Keeper {
  db: Database
  store: Store
  quotas: Quotas
}

export interface ImportProgress {
  onMedia?: (files: number, of: number) => void
  onRows?: (rows: number, of: number) => void
}

export interface Imported {
  projectId: string
  rows: number
  files: number
  /** Hashes of files that did not come, also where the manifest says so. */
  damaged: string[]
}

interface Lease {
  id: string
  workerId: string
}

/**
 * Brings a project in that was received and planned: people, files, then rows, some at a time, which nobody finds before all are
 * there. Where it is ended before, what came is removed as what was deleted is. Throws `no_room`, and `unavailable` where it was not
 * heard of for so long that it counted as ended.
 */
export async function importProject(
  keeper: Keeper,
  { source, received, plan }: { source: Store; received: Received; plan: ImportPlan },
  { onMedia = () => {}, onRows = () => {} }: ImportProgress = {},
): Promise<Imported> {
  const { db } = keeper
  const { projectId } = plan
  const ofProject = { ...keeper.quotas, installation: undefined }
  await requireRoom(db, { projectId, uploadId: '', bytes: plan.mediaBytes }, ofProject)
  const people = await bringPeople(db, plan.people)
  const files = await bringFiles(keeper, { source, received, onMedia })
  const here: Here = {
    ...plan.here,
    personOf: (id) => people.get(id),
    bytesOf: (hash) => files.get(hash),
    now: Date.now(),
  }
  const lease = await beginRows(db, projectId)
  const last = new Map(atTheEnd.map(({ name }): [TableName, NamedRow[]] => [name, []]))
  let rows = 0
  try {
    for (const table of travelling) {
      for await (const page of someAtOnce(table, received.rowsOf(table, here))) {
        const kept = last.get(table.name)
        if (kept) kept.push(...page)
        else await inTurn(() => bringRows(keeper, { table, page, lease, projectId }))
        rows += page.length
        onRows(rows, plan.rows)
      }
    }
    await complete(db, { last, lease, plan })
  } catch (error) {
    await giveUp(db, lease).catch(() => {})
    throw error
  }
  const damaged = [...received.blobs.keys()].filter((hash) => !files.has(hash))
  return { projectId, rows, files: files.size, damaged }
}

/** Few rows, which come in the transaction by which it is a project: removing what belongs to one leaves them. */
const atTheEnd = travelling.filter(({ isLast }) => isLast)
const memberChanges = atTheEnd.find(({ name }) => name === 'member_changes')!

/** Milliseconds: longer nobody rests, for the lease ends. */
const longestRest = 1000

/** Others have as much time in between as it took. */
async function inTurn(work: () => Promise<void>): Promise<void> {
  const began = performance.now()
  await work()
  await sleep(Math.min(performance.now() - began, longestRest))
}

/** Rows of one transaction, which others wait for: of those that name files, each of which is several statements, and of all else. */
const [filesAtOnce, rowsAtOnce] = [50, 250]
const charactersAtOnce = 1_000_000

async function* someAtOnce(
  { columns }: Travelling,
  pages: AsyncIterable<NamedRow[]>,
): AsyncGenerator<NamedRow[]> {
  const most = 'hash' in columns ? filesAtOnce : rowsAtOnce
  let [rows, characters]: [NamedRow[], number] = [[], 0]
  for await (const page of pages) {
    rows.push(...page)
    characters += JSON.stringify(page).length
    if (rows.length < most && characters < charactersAtOnce) continue
    yield rows
    ;[rows, characters] = [[], 0]
  }
  yield rows
}

/** Bytes of those that are here now, each read and compared: who names a file without having it gets none. */
async function bringFiles(
  keeper: Keeper,
  {
    source,
    received: { blobs },
    onMedia,
  }: { source: Store; received: Received; onMedia: (files: number, of: number) => void },
): Promise<Map<string, number>> {
  const all = [...blobs].map(([hash, bytes]) => ({ hash, bytes }))
  const { damaged } = await moveBlobs([all], {
    from: {
      // What is longer than it says is not even fetched.
      localCopy: async (hash) =>
        (await source.size(hash)) === blobs.get(hash) ? source.localCopy(hash) : undefined,
      check: () => source.check(),
    },
    to: {
      size: async () => undefined,
      keep: (hash, path) => storeBlob(keeper, { hash, bytes: blobs.get(hash)!, path }),
    },
    progress: ({ copied, damaged }) => onMedia(copied + damaged.length, blobs.size),
  })
  const files = new Map(blobs)
  for (const hash of damaged) files.delete(hash)
  return files
}

async function beginRows(db: Database, projectId: string): Promise<Lease> {
  const lease = { id: newId(), workerId: randomUUID() }
  await db.transaction(async (transaction) => {
    if ((await transaction.run(insertComing, { id: projectId, now: isoNow() })) === 0)
      throw unavailable(undefined, 'Somebody else brings it in at the moment: look whether it comes')
    const until = (await databaseTime(transaction)) + leaseMilliseconds
    await transaction.run(insertLease, { ...lease, projectId, until })
  })
  return lease
}

/** What came is removed by whoever removes what was deleted. */
async function giveUp(db: Database, lease: Lease): Promise<void> {
  await db.transaction((transaction) => transaction.run(renewDeletion, { ...lease, until: 0 }))
}

/** Throws `unavailable` where others remove by now what came. */
async function renew(transaction: Transaction, lease: Lease): Promise<void> {
  const until = (await databaseTime(transaction)) + leaseMilliseconds
  if ((await transaction.run(renewDeletion, { ...lease, until })) === 0)
    throw unavailable(undefined, 'It stood still for too long, and what came is removed: begin anew')
}

interface Page {
  table: Travelling
  page: NamedRow[]
  lease: Lease
  projectId: string
}

function bringRows({ db, quotas }: Keeper, { table, page, lease, projectId }: Page): Promise<void> {
  return db.longTransaction(async (transaction) => {
    await renew(transaction, lease)
    if (page.length === 0) return
    // Two imports of the same files lock them in one order.
    const files = page.filter(({ hash }) => typeof hash === 'string').sort(by(({ hash }) => String(hash)))
    for (const { hash, bytes } of files)
      await expectAgain(transaction, { hash: String(hash), bytes: Number(bytes) })
    await transaction.run(insertInto(table), { rows: JSON.stringify(page) })
    const bytes = files.reduce((sum, file) => sum + Number(file.bytes), 0)
    await countForProject(transaction, { projectId, files: files.length, bytes }, quotas)
    if (table.name !== 'version_media') return
    for (const versionId of new Set(files.map((row) => String(row.version_id))))
      await refreshSummary(transaction, versionId)
  })
}

/** It may be a day since it was stored, in which nobody referred to it. What the service made of another file is looked into from now on. */
async function expectAgain(transaction: Transaction, blob: { hash: string; bytes: number }): Promise<void> {
  const now = await databaseTime(transaction)
  const found = await transaction.first(expectBlob, { ...blob, now })
  if (found?.removingUntil !== 0 || found.keptAt === null)
    throw unavailable(undefined, 'Files that came were removed again meanwhile: begin anew')
  await transaction.run(lookIntoMade, { hash: blob.hash, now })
}

/** It is a project from now on, with those who are its members. */
async function complete(
  db: Database,
  { last, lease, plan }: { last: Map<TableName, NamedRow[]>; lease: Lease; plan: ImportPlan },
): Promise<void> {
  const { projectId, owner, name } = plan
  const [project] = last.get('projects')!
  const roles = new Map(
    last.get('project_members')!.map(({ user_id, role }) => [String(user_id), role as ProjectRole]),
  )
  if (owner) roles.set(owner, 'owner')
  await db.transaction(async (transaction) => {
    for (const userId of [...roles.keys()].sort()) await transaction.first(lockUser, { userId })
    await renew(transaction, lease)
    for (const userId of plan.owners) await requireOtherName(transaction, { userId, name })
    await requireRoomForMembers(transaction, new Set(roles.keys()))
    await transaction.run(completeProject, {
      id: projectId,
      createdBy: String(project!.created_by ?? plan.owners[0]),
      name,
      status: project!.status as ProjectStatus,
      genre: project!.genre as string | null,
      createdAt: String(project!.created_at),
      now: isoNow(),
    })
    await transaction.run(insertInto(memberChanges), { rows: JSON.stringify(last.get('member_changes')) })
    for (const [userId, newRole] of roles)
      await changeMember(transaction, { projectId, userId, oldRole: null, newRole, manager: 'command line' })
    await transaction.run(deleteDeletion, { id: lease.id })
    transaction.changed({ kind: 'everything', projectId })
  })
}
