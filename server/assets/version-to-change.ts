import type { Transaction } from '../db/database.ts'
import { notFound } from '../error.ts'
import { type Owner, reaches } from '../production/ownership.ts'
import { lockScene } from '../production/queries.ts'
import { findAssetVersionOfOwner } from './queries.ts'

/** The owner's asset version, with its scene locked until the transaction ends. Throws `not_found`. */
export async function versionToChange(transaction: Transaction, owner: Owner, id: string) {
  const { userId } = owner
  const found = await transaction.first(findAssetVersionOfOwner, { id, userId })
  if (!found || !reaches(owner, found.projectId)) throw notFound('Asset')
  // What was read before the lock may have changed while another held it.
  await transaction.first(lockScene, { id: found.sceneDbId })
  const version = await transaction.first(findAssetVersionOfOwner, { id, userId })
  if (!version) throw notFound('Asset')
  const { projectId, sceneDbId, sceneId, activeWebhook, ...fields } = version
  return { fields, place: { userId, projectId, sceneDbId, sceneId, heard: activeWebhook !== null } }
}
