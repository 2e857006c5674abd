import type { Playlist, WholePlaylist } from '@dailies/contract/playlist.ts'
import type { Connection, Transaction } from '../db/database.ts'
import type { RowOf } from '../db/statement.ts'
import { notFound } from '../error.ts'
import type { AddressOf } from '../media/summary.ts'
import { type Actor, admitMember } from '../production/membership.ts'
import { withPreview } from '../production/preview.ts'
import { holdProject } from '../production/project.ts'
import { findPlaylist, findPlaylistOfMember } from './queries.ts'

const missing = () => notFound('Playlist')

/** The project of a playlist that the actor may look at. Throws `not_found`. */
export async function requirePlaylist(db: Connection, actor: Actor, id: string) {
  const found = await db.first(findPlaylistOfMember, { id, userId: actor.userId })
  return admitMember({ actor, need: 'viewer', missing }, found)
}

/** A playlist, with what the actor is in its project. Throws `not_found`. */
export async function readPlaylist(
  db: Connection,
  actor: Actor,
  id: string,
  addressOf: AddressOf,
): Promise<WholePlaylist> {
  const { projectId, projectName, projectStatus, memberRole } = await requirePlaylist(db, actor, id)
  const project = { id: projectId, name: projectName, status: projectStatus, role: memberRole }
  return { ...(await playlistOfId(db, id, addressOf)), project }
}

/** A playlist; who may see it was asked before. Throws `not_found`. */
export async function playlistOfId(db: Connection, id: string, addressOf: AddressOf): Promise<Playlist> {
  const found = await db.first(findPlaylist, { id })
  if (!found) throw missing()
  return toPlaylist(found, addressOf)
}

/** A row as the contract shows it. */
export function toPlaylist(row: NonNullable<RowOf<typeof findPlaylist>>, addressOf: AddressOf): Playlist {
  const { creatorId, creatorName, ...rest } = withPreview(row, addressOf)
  const createdBy = creatorId !== null && creatorName !== null && { id: creatorId, name: creatorName }
  return { ...rest, createdBy: createdBy || null }
}

/**
 * A playlist to be changed: its project is held until the transaction ends, so that those who change the lists of a project
 * take turns. Returns the id of that project. Throws `not_found`, `forbidden`.
 */
export async function playlistToChange(transaction: Transaction, actor: Actor, id: string): Promise<string> {
  const admission = { actor, need: 'editor', missing } as const
  const found = await transaction.first(findPlaylistOfMember, { id, userId: actor.userId })
  const { projectId } = admitMember(admission, found)
  await holdProject(transaction, admission, projectId)
  // It may have been deleted by whoever held the project before.
  if (!(await transaction.first(findPlaylistOfMember, { id, userId: actor.userId }))) throw missing()
  transaction.changed({ kind: 'playlist', projectId })
  return projectId
}
