import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import type { NewExport } from '@dailies/contract/export.ts'
import type { Database } from '../db/database.ts'
import { DailiesError } from '../error.ts'
import type { Keeping } from '../media/keep.ts'
import { storeBlob } from '../media/keep.ts'
import { workLeased } from '../media/leased-work.ts'
import { fileFailure } from '../media/store-failure.ts'
import { nothingKnown } from '../media/work/messages.ts'
import { allOf } from '../production/membership.ts'
import type { Signer } from '../provenance/signer.ts'
import { checksumOf } from './checksum.ts'
import { contentsOf } from './contents.ts'
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
import type { ZipEntry } from './zip/records.ts'
import { laidOut, layoutOf } from './zip/stream.ts'

/** After so many tries, each of which ended with the process, it is not tried again. */
const mostAttempts = 3

const rowsAtOnce = 500
interface Leased {
  leaseId: string
  leased: LeasedExport
}

/** A file of the ZIP, before it has a place there. */
type ExportedFile = Omit<ZipEntry, 'offset'> & { hash: string; blobOffset: number }

/** Reads what an export is to have, and lays out its ZIP. The caller has its lease. */
export async function prepareExport(
  keeping: Keeping,
  signer: Signer | undefined,
  { leaseId, leased }: Leased,
  onError: (error: unknown) => void,
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
          await prepare(keeping, signer, { leaseId, leased, folder })
        } catch (error) {
          const failure = fileFailure(error)
          if (isAway(failure)) throw failure
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

/** Whether the database or the store cannot be used at the moment, or is full. */
function isAway(error: unknown): boolean {
  return error instanceof DailiesError && (error.code === 'unavailable' || error.code === 'no_room')
}

async function prepare(
  keeping: Keeping,
  signer: Signer | undefined,
  { leaseId, leased, folder }: Leased & { folder: string },
): Promise<void> {
  const { db } = keeping
  const { id, projectId, createdBy, createdAt } = leased
  const request = JSON.parse(leased.request) as NewExport
  await removeFiles(db, id)
  const path = join(folder, 'texts')
  const { texts, pack, media, missing } = await contentsOf(
    keeping,
    { actor: allOf(createdBy), projectId, until: createdAt, request, signer, path },
    {
      crcOf: (blob) => checksumOf(keeping, blob),
      onRead: (progress) =>
        db.transaction((transaction) => transaction.run(noteProgress, { id, leaseId, ...progress })),
    },
  )
  await storeBlob(keeping, { ...pack, path }, nothingKnown)
  const files = [
    ...texts.map((text) => ({ ...text, hash: pack.hash })),
    ...media.map((file) => ({ ...file, blobOffset: 0 })),
  ]
  await finish(db, { leaseId, id, projectId }, { files, missing })
}

async function removeFiles(db: Database, id: string): Promise<void> {
  const some = { id, limit: rowsAtOnce }
  while ((await db.transaction((transaction) => transaction.run(deleteSomeFiles, some))) > 0) await turn()
}

async function finish(
  db: Database,
  { leaseId, id, projectId }: { leaseId: string; id: string; projectId: string },
  { files, missing }: { files: readonly ExportedFile[]; missing: number },
): Promise<void> {
  const entries = laidOut(files)
  for (let at = 0; at < entries.length; at += rowsAtOnce) {
    const rows = JSON.stringify(entries.slice(at, at + rowsAtOnce))
    const isOurs = await db.transaction(async (transaction) => {
      if ((await transaction.run(holdLease, { id, leaseId })) === 0) return false
      await transaction.run(insertFiles, { exportId: id, rows })
      return true
    })
    if (!isOurs) return
    await turn()
  }
  const { directoryOffset, directoryBytes } = layoutOf(entries)
  const row = { id, leaseId, files: entries.length, missing, directoryOffset, directoryBytes }
  await db.transaction(async (transaction) => {
    if ((await transaction.run(finishExport, row)) > 0) transaction.changed({ kind: 'export', projectId })
  })
}
