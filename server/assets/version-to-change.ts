import type { Connection, Transaction } from '../db/database.ts'
import { notFound } from '../error.ts'
import { type Owner, reaches } from '../production/ownership.ts'
import { lockScene } from '../production/queries.ts'
import { findAssetVersionOfOwner } from './queries.ts'

/** The owner's asset version. Throws `not_found` for one that is missing, another user's or out of reach. */
export async function requireVersion(
  db: Connection,
  owner: Owner,
  id: string,
  find = findAssetVersionOfOwner,
) {
  const found = await db.first(find, { id, userId: owner.userId })
  if (!found || !reaches(owner, found.projectId)) throw notFound('Asset')
  return found
}

/**
 * The same with its scene locked until the transaction ends. `find` is where it is looked for: among those that are
 * there, unless it says otherwise.
 */
export async function versionToChange(
  transaction: Transaction,
  owner: Owner,
  id: string,
  find = findAssetVersionOfOwner,
) {
  let version = await requireVersion(transaction, owner, id, find)
  if (transaction.engine === 'postgres') {
    await transaction.first(lockScene, { id: version.sceneDbId })
    // What was read before the lock may have changed while another held it. SQLite has one writer.
    version = await requireVersion(transaction, owner, id, find)
  }
  const { projectId, sceneDbId, sceneId, activeWebhook, ...fields } = version
  const place = { userId: owner.userId, projectId, sceneDbId, sceneId, heard: activeWebhook !== null }
  return { fields, place }
}
