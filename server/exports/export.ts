import {
  daysOfExports,
  type ListedExport,
  mostExports,
  type NewExport,
  type ProductionExport,
} from '@dailies/contract/export.ts'
import { isoNow } from '../clock.ts'
import type { Connection, Database, Transaction } from '../db/database.ts'
import { beyondIds, newId } from '../db/id.ts'
import { databaseTime } from '../db/time.ts'
import { DailiesError, invalid, notFound } from '../error.ts'
import { pageOf } from '../http/envelope.ts'
import { requireVersions } from '../playlists/add-items.ts'
import { requirePlaylist } from '../playlists/playlist.ts'
import { type Actor, admitMember, requireProject, requireScene } from '../production/membership.ts'
import { holdProject } from '../production/project.ts'
import { askedFor } from './asked-for.ts'
import { templateIn } from './file-names.ts'
import { nameOfExport } from './name-of-export.ts'
import {
  countExports,
  deleteExportRow,
  type ExportRow,
  findExport,
  insertExport,
  listExportsBefore,
} from './queries.ts'
import { zipLength } from './zip/stream.ts'

const missing = () => notFound('Export')

/** Has an export prepared. Throws `not_found`, `forbidden`, `invalid`, and `clash` where the project has as many as it may. */
export function createExport(
  db: Database,
  actor: Actor,
  { projectId, request }: { projectId: string; request: NewExport },
): Promise<ProductionExport> {
  return db.transaction(async (transaction) => {
    const admission = { actor, need: 'editor', missing: () => notFound('Project') } as const
    const { name } = await holdProject(transaction, admission, projectId)
    await requireExportable(transaction, actor, { projectId, request })
    const createdAt = isoNow()
    const { count } = (await transaction.first(countExports, { projectId, now: createdAt }))!
    if (count >= mostExports)
      throw new DailiesError('clash', `A project has at most ${mostExports} exports: delete one first`)
    const id = newId()
    const endsAt = new Date(Date.parse(createdAt) + daysOfExports * 24 * 60 * 60_000).toISOString()
    await transaction.run(insertExport, {
      ...{ id, projectId, userId: actor.userId, createdAt, endsAt },
      name: await nameOfExport(transaction, { project: name, request, at: request.date ?? createdAt }),
      request: JSON.stringify(request),
      dueAt: await databaseTime(transaction),
    })
    transaction.changed({ kind: 'export', projectId })
    return exportOf((await transaction.first(findExport, { id, userId: actor.userId, now: isoNow() }))!)
  })
}

/** What asks for signed copies where nothing is set to sign with. */
export function cannotSign(): DailiesError {
  return new DailiesError(
    'clash',
    'Copies cannot be signed here: an administrator has to set DAILIES_C2PA_CERTIFICATE and DAILIES_C2PA_KEY',
  )
}

/** Throws `invalid` for a template, `not_found` for a scene, a playlist or versions that there can be no export of. */
export async function requireExportable(
  transaction: Transaction,
  actor: Actor,
  { projectId, request }: { projectId: string; request: NewExport },
): Promise<void> {
  requireTemplate(request.template)
  await requireReached(transaction, actor, { projectId, request })
  if (request.of === 'versions') await requireVersions(transaction, projectId, request.versionIds)
}

function requireTemplate(template: string): void {
  try {
    templateIn(template)
  } catch (error) {
    if (error instanceof DailiesError) throw invalid({ template: [error.message] })
    throw error
  }
}

async function requireReached(
  db: Connection,
  actor: Actor,
  { projectId, request: { of, sceneDbId, playlistId } }: { projectId: string; request: NewExport },
): Promise<void> {
  if (of === 'film' && sceneDbId !== undefined) {
    if ((await requireScene(db, actor, sceneDbId, 'viewer')) !== projectId) throw notFound('Scene')
  }
  if (of === 'playlist' && playlistId !== undefined) {
    if ((await requirePlaylist(db, actor, playlistId)).projectId !== projectId) throw notFound('Playlist')
  }
}

/** A page of the exports of a project, the newest first. Throws `not_found`. */
export async function listExports(
  db: Connection,
  actor: Actor,
  { projectId, cursor = beyondIds, limit }: { projectId: string; cursor?: string | undefined; limit: number },
) {
  await requireProject(db, actor, projectId, 'viewer')
  const rows = await db.all(listExportsBefore, { projectId, before: cursor, now: isoNow(), limit: limit + 1 })
  return pageOf(rows.map(listedOf), limit)
}

/** Throws `not_found`. */
export async function readExport(db: Connection, actor: Actor, id: string): Promise<ProductionExport> {
  return exportOf(await requireExport(db, actor, id))
}

/** An export, for whoever may see it. Throws `not_found`. */
export async function requireExport(db: Connection, actor: Actor, id: string) {
  const found = await db.first(findExport, { id, userId: actor.userId, now: isoNow() })
  return admitMember({ actor, need: 'viewer', missing }, found)
}

/** Returns it as it was. Throws `not_found`, `forbidden`. */
export function deleteExport(db: Database, actor: Actor, id: string): Promise<ListedExport> {
  return db.longTransaction(async (transaction) => {
    const found = await transaction.first(findExport, { id, userId: actor.userId, now: isoNow() })
    const row = admitMember({ actor, need: 'editor', missing }, found)
    await transaction.run(deleteExportRow, { id })
    transaction.changed({ kind: 'export', projectId: row.projectId })
    return listedOf(row)
  })
}

function exportOf(row: ExportRow): ProductionExport {
  return { ...listedOf(row), request: askedFor(row) }
}

function listedOf(row: ExportRow): ListedExport {
  const { createdBy: userId, createdByName, directoryOffset, directoryBytes, ...rest } = row
  const { of, bundle, signed: signing } = askedFor(row)
  return {
    ...{ id: rest.id, projectId: rest.projectId, name: rest.name, bundle, of, signing },
    ...{ state: rest.state, reason: rest.reason, prepared: rest.prepared },
    ...{ files: rest.files, missing: rest.missing, signed: rest.signed, unsigned: rest.unsigned },
    bytes:
      directoryOffset === null || directoryBytes === null
        ? null
        : zipLength({ entries: rest.files, directoryOffset, directoryBytes }),
    createdBy: createdByName === null ? null : { id: userId, name: createdByName },
    ...{ createdAt: rest.createdAt, endsAt: rest.endsAt },
  }
}
