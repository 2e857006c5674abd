import type { Connection, Transaction } from '../db/database.ts'
import { DailiesError } from '../error.ts'
import type { Ahead } from './coming.ts'
import { inBytes } from './in-bytes.ts'
import { sumUploads, sumUploadsOfProject } from './upload-queries.ts'
import { addUsage, findQuota, findUsage, installation } from './usage-queries.ts'

/** How many bytes media may take; undefined is without bound. */
export interface Quotas {
  installation: number | undefined
  /** Of each project for which nothing else was set. */
  project: number | undefined
}

/** A file that is coming, or is to. */
export interface Incoming {
  projectId: string
  /** Of its parts, if it comes in such. */
  uploadId: string
  bytes: number
  /** Bytes of the project's that it takes the place of. */
  replaces?: number | undefined
  /** Whole files that are coming here and were let in before. */
  ahead?: Ahead | undefined
}

/**
 * Throws `no_room` where a file of so many bytes would be more than a project, or the installation with all uploads under way, may have:
 * before it is sent.
 */
export async function requireRoom(
  db: Connection,
  { projectId, uploadId, bytes, replaces = 0, ahead = { ofProject: 0, ofAll: 0 } }: Incoming,
  quotas: Quotas,
): Promise<void> {
  const quota = await quotaOf(db, projectId, quotas)
  if (quota !== undefined) {
    const used = await db.first(findUsage, { projectId })
    const underWay = await db.first(sumUploadsOfProject, { projectId, id: uploadId })
    const all = (used?.bytes ?? 0) + (underWay?.bytes ?? 0) + ahead.ofProject + bytes
    if (bytes > replaces && all - replaces > quota) throw projectIsFull(quota)
  }
  if (quotas.installation === undefined) return
  const used = await db.first(findUsage, { projectId: installation })
  const underWay = await db.first(sumUploads, { id: uploadId })
  const all = (used?.bytes ?? 0) + (underWay?.bytes ?? 0) + ahead.ofAll + bytes
  if (all > quotas.installation) throw installationIsFull(quotas.installation)
}

/** The same for what belongs to no project. */
export function requireRoomOfNone(db: Connection, bytes: number, quotas: Quotas): Promise<void> {
  return requireRoom(db, { projectId: installation, uploadId: '', bytes }, { ...quotas, project: undefined })
}

/** Counts files that a project has from now on. Throws `no_room` where that is more than it may have. */
export async function countForProject(
  transaction: Transaction,
  { projectId, files, bytes }: { projectId: string; files: number; bytes: number },
  quotas: Quotas,
): Promise<void> {
  if (files === 0 && bytes === 0) return
  const counted = await transaction.first(addUsage, { projectId, files, bytes })
  const quota = await quotaOf(transaction, projectId, quotas)
  if (bytes > 0 && quota !== undefined && (counted?.bytes ?? 0) > quota) throw projectIsFull(quota)
}

/** The same for a blob that was not there. Without quotas it counts alone: for what the service makes by itself. */
export async function countForInstallation(
  transaction: Transaction,
  { files, bytes }: { files: number; bytes: number },
  quotas?: Quotas,
): Promise<void> {
  const counted = await transaction.first(addUsage, { projectId: installation, files, bytes })
  const quota = quotas?.installation
  if (bytes > 0 && quota !== undefined && (counted?.bytes ?? 0) > quota) throw installationIsFull(quota)
}

async function quotaOf(db: Connection, projectId: string, { project }: Quotas): Promise<number | undefined> {
  return (await db.first(findQuota, { projectId }))?.bytes ?? project
}

function projectIsFull(quota: number): DailiesError {
  const most = inBytes(quota)
  return new DailiesError(
    'no_room',
    `The media of this project would take more than the ${most} that it may: ask an administrator for more. What is deleted counts as long as it can be restored`,
  )
}

function installationIsFull(quota: number): DailiesError {
  const most = inBytes(quota)
  return new DailiesError(
    'no_room',
    `Media would take more than the ${most} that this installation may: its operator has to allow more, or to remove what is not needed`,
  )
}
