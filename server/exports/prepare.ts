import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import type { Database } from '../db/database.ts'
import { databaseTime } from '../db/time.ts'
import { DailiesError, unavailable } from '../error.ts'
import { expectBlob } from '../media/blob-queries.ts'
import type { Keeping } from '../media/keep.ts'
import { storeBlob } from '../media/keep.ts'
import { TooEarly, workLeased } from '../media/leased-work.ts'
import { requireRoomOfNone } from '../media/quota.ts'
import { fileFailure } from '../media/store-failure.ts'
import { nothingKnown } from '../media/work/messages.ts'
import { allOf } from '../production/membership.ts'
import type { Signer } from '../provenance/signer.ts'
import { askedFor } from './asked-for.ts'
import { checksumOf } from './checksum.ts'
import { type Contents, contentsOf, longestLook } from './contents.ts'
import {
  deleteSomeFiles,
  failExport,
  finishExport,
  holdLease,
  insertFiles,
  type LeasedExport,
  noteProgress,
  postponeExport,
} from './queries.ts'
import { Layout } from './zip/stream.ts'

/** After so many tries, each of which ended with the process, it is not tried again. */
const mostAttempts = 3

const rowsAtOnce = 500

interface Leased {
  leaseId: string
  leased: LeasedExport
}

/** It was deleted, or another one prepares it by now. */
class NotOurs extends Error {}

/** Milliseconds between two looks whether its files are known: the longer, the longer it waits already. */
const [shortestPause, longestPause] = [500, 16_000]

interface Options {
  onError: (error: unknown) => void
  /** Then it is left to whoever takes it next. */
  isStopping: () => boolean
}

/** Reads what an export is to have, and lays out its ZIP. The caller has its lease. Throws `TooEarly` where it is not known as yet what some of its files are. */
export async function prepareExport(
  keeping: Keeping,
  signer: Signer | undefined,
  { leaseId, leased }: Leased,
  { onError, isStopping }: Options,
): Promise<'done' | 'failed'> {
  const { id, projectId, attempts } = leased
  const fail = (reason: string) =>
    keeping.db.transaction(async (transaction) => {
      if ((await transaction.run(failExport, { id, leaseId, reason })) === 0) return
      transaction.changed({ kind: 'export', projectId })
    })
  return await workLeased(
    keeping,
    {
      name: 'export',
      postpone: (transaction, until) => transaction.run(postponeExport, { id, leaseId, ...until }),
      work: async (folder) => {
        if (attempts > mostAttempts) return fail(unprepared)
        try {
          await prepare(keeping, signer, { leaseId, leased, folder, isStopping })
        } catch (error) {
          if (error instanceof NotOurs) return
          if (error instanceof TooEarly) throw error
          const failure = fileFailure(error)
          // Each try would sign all of it anew, and leave other copies.
          if (isAway(failure) && !(failure.code === 'no_room' && askedFor(leased).signed)) throw failure
          // Another try would come to the same.
          if (failure instanceof DailiesError) return fail(failure.message)
          onError(failure)
          await fail(unprepared)
        }
      },
    },
    onError,
  )
}

const unprepared = 'It could not be prepared'

/** Whether the database or the store cannot be used at the moment, or the disk is full; or it is to stop. What is used up by quota stays so. */
function isAway(error: unknown): error is DailiesError {
  if (!(error instanceof DailiesError)) return false
  return error.code === 'unavailable' || (error.code === 'no_room' && error.cause !== undefined)
}

async function prepare(
  keeping: Keeping,
  signer: Signer | undefined,
  { leaseId, leased, folder, isStopping }: Leased & { folder: string } & Pick<Options, 'isStopping'>,
): Promise<void> {
  const { db } = keeping
  const { id, projectId, createdBy, createdAt } = leased
  const request = askedFor(leased)
  await removeFiles(db, { id, leaseId })
  const path = join(folder, 'texts')
  const contents = await contentsOf(
    keeping,
    { actor: allOf(createdBy), projectId, askedAt: createdAt, request, signer, path },
    {
      crcOf: async (blob) => {
        await expect(db, blob)
        return checksumOf(keeping, blob)
      },
      onRead: async (progress) => {
        if (isStopping()) throw unavailable(undefined, 'The service stops')
        const row = { id, leaseId, ...progress }
        if ((await db.transaction((transaction) => transaction.run(noteProgress, row))) === 0)
          throw new NotOurs()
      },
      onUnknown: async () => {
        const age = Date.now() - Date.parse(createdAt)
        if (age > longestLook) return false
        throw new TooEarly(Math.min(Math.max(age / 4, shortestPause), longestPause))
      },
    },
  )
  const { pack } = contents
  await requireRoomOfNone(db, pack.bytes, keeping.quotas)
  await storeBlob(keeping, { ...pack, path }, nothingKnown)
  await finish(db, { leaseId, id, projectId }, contents)
}

/** Nobody removes it for a day, also where the take is deleted meanwhile. */
async function expect(db: Database, { hash, bytes }: { hash: string; bytes: number }): Promise<void> {
  await db.transaction(async (transaction) =>
    transaction.first(expectBlob, { hash, bytes, now: await databaseTime(transaction) }),
  )
}

/** Those of a try that was killed. Whoever has the lease by now may have put its own there. */
async function removeFiles(db: Database, { id, leaseId }: { id: string; leaseId: string }): Promise<void> {
  const step = () =>
    db.transaction(async (transaction) => {
      if ((await transaction.run(holdLease, { id, leaseId })) === 0) throw new NotOurs()
      return transaction.run(deleteSomeFiles, { id, limit: rowsAtOnce })
    })
  while ((await step()) > 0) await turn()
}

async function finish(
  db: Database,
  { leaseId, id, projectId }: { leaseId: string; id: string; projectId: string },
  { texts, pack, media, ...counts }: Contents,
): Promise<void> {
  const files = [...texts, ...media]
  const layout = new Layout()
  for (let at = 0; at < files.length; at += rowsAtOnce) {
    const placed = files
      .slice(at, at + rowsAtOnce)
      .map((file) => layout.place({ hash: pack.hash, blobOffset: 0, ...file }))
    const rows = JSON.stringify(placed)
    const isOurs = await db.transaction(async (transaction) => {
      if ((await transaction.run(holdLease, { id, leaseId })) === 0) return false
      await transaction.run(insertFiles, { exportId: id, rows })
      return true
    })
    if (!isOurs) return
    await turn()
  }
  const { entries, directoryOffset, directoryBytes } = layout
  const row = { id, leaseId, files: entries, ...counts, directoryOffset, directoryBytes }
  await db.transaction(async (transaction) => {
    if ((await transaction.run(finishExport, row)) > 0) transaction.changed({ kind: 'export', projectId })
  })
}
