import type { ProjectRole } from '@dailies/contract/member.ts'
import { CameSecond, type Connection, type Transaction } from '../db/database.ts'
import { notFound } from '../error.ts'
import { type Actor, admitMember } from '../production/membership.ts'
import { lockScene } from '../production/queries.ts'
import { findAssetVersionOfMember } from './queries.ts'

/**
 * An asset version. Throws `not_found` for one that is missing or out of reach, `forbidden` where the actor's role is less
 * than `need`.
 */
export async function requireVersion(
  db: Connection,
  actor: Actor,
  id: string,
  need: ProjectRole,
  find = findAssetVersionOfMember,
) {
  const found = await db.first(find, { id, userId: actor.userId })
  const { memberRole: _, ...version } = admitMember({ actor, need, missing: () => notFound('Asset') }, found)
  return version
}

/**
 * One to be changed with its scene locked until the transaction ends. `find` is where it is looked for: among those that are
 * there, unless it says otherwise.
 */
export async function versionToChange(
  transaction: Transaction,
  actor: Actor,
  id: string,
  find = findAssetVersionOfMember,
) {
  let version = await requireVersion(transaction, actor, id, 'editor', find)
  if (transaction.engine === 'postgres') {
    await transaction.first(lockScene, { id: version.sceneDbId })
    // What was read before the lock may have changed while another held it. SQLite has one writer.
    const { sceneDbId } = version
    version = await requireVersion(transaction, actor, id, 'editor', find)
    // It went to another scene meanwhile.
    if (version.sceneDbId !== sceneDbId) throw new CameSecond()
  }
  const { projectId, sceneDbId, sceneId, activeWebhook, createdBy, ...fields } = version
  transaction.changed({ kind: 'asset', projectId, sceneDbId, assetVersionId: id })
  const place = { userId: actor.userId, projectId, sceneDbId, sceneId, heard: activeWebhook !== null }
  return { fields, place, createdBy }
}
