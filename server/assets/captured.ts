import type { CapturedMatch, CapturedQuestion } from '@dailies/contract/capture-batch.ts'
import type { Connection } from '../db/database.ts'
import { by } from '../order.ts'
import type { Actor } from '../production/membership.ts'
import { newestOfExternalIds, newestOfOutputUrls } from './captured-queries.ts'

/**
 * The actor's asset versions that were captured from one of the external ids or media addresses: of each the newest
 * ten, all of them the newest first. Empty text matches nothing.
 */
export async function findCaptured(
  db: Connection,
  actor: Actor,
  { externalAssetIds, outputUrls }: CapturedQuestion,
): Promise<CapturedMatch[]> {
  const newest = (statement: typeof newestOfExternalIds, values: string[]) => {
    const given = [...new Set(values)].filter((value) => value !== '')
    if (given.length === 0) return []
    const projectIds = JSON.stringify(actor.projectIds)
    return db.all(statement, { userId: actor.userId, projectIds, values: JSON.stringify(given) })
  }
  const found = await Promise.all([
    newest(newestOfExternalIds, externalAssetIds),
    newest(newestOfOutputUrls, outputUrls),
  ])
  // One that has both is in both.
  const versions = new Map(found.flat().map((version) => [version.assetVersionId, version]))
  return [...versions.values()].sort(byAge).reverse()
}

const byAge = by<CapturedMatch>(
  ({ createdAt }) => createdAt,
  ({ assetVersionId }) => assetVersionId,
)
