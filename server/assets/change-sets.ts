import type { AssetChangeSet } from '@dailies/contract/asset-change.ts'
import type { Database } from '../db/database.ts'
import { beyondIds } from '../db/id.ts'
import type { RowOf } from '../db/statement.ts'
import { fittingOf, inOrder, longPage } from '../http/long-list.ts'
import { type Actor, requireProject } from '../production/membership.ts'
import { listChangeSetSizes, listChangeSetsOfIds } from './change-set-queries.ts'

/** A page of the changes of a project's versions that can be undone, or were, which ends early where it is long. Throws `not_found`. */
export async function listChangeSets(
  db: Database,
  actor: Actor,
  { projectId, cursor = beyondIds, limit }: { projectId: string; cursor?: string | undefined; limit: number },
) {
  await requireProject(db, actor, projectId, 'viewer')
  const rows = await db.all(listChangeSetSizes, { projectId, before: cursor, limit: limit + 1 })
  const ids = rows.map(({ id }) => id)
  return longPage(ids, Math.min(limit, fittingOf(rows)), async (some) => {
    const read = await db.all(listChangeSetsOfIds, { ids: JSON.stringify(some) })
    return inOrder(some, read.map(changeSetOf))
  })
}

function changeSetOf(row: RowOf<typeof listChangeSetsOfIds>): AssetChangeSet {
  const { id, kind, said, userId, userName, at, count, undoOf } = row
  const { undoingId, undoerId, undoerName, undoneAt } = row
  const undone =
    undoingId !== null && undoerId !== null && undoerName !== null && undoneAt !== null
      ? { id: undoingId, by: { id: undoerId, name: undoerName }, at: undoneAt }
      : null
  return {
    ...{ id, kind, said: JSON.parse(said), by: { id: userId, name: userName }, at, count },
    ...{ asset: assetOf(row), undone, undoOf },
  }
}

function assetOf({
  assetId,
  presentId,
  sceneDbId,
  sceneId,
  platformKey,
  platformLabel,
  assetType,
  versionNumber,
  title,
}: RowOf<typeof listChangeSetsOfIds>): AssetChangeSet['asset'] {
  if (assetId === null || sceneDbId === null || sceneId === null) return null
  return {
    ...{
      id: assetId,
      deleted: presentId === null,
      platformKey,
      platformLabel,
      assetType,
      versionNumber,
      title,
    },
    scene: { id: sceneDbId, sceneId },
  }
}
