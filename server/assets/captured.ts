import type { CapturedMatch, CapturedQuestion } from '@dailies/contract/capture-batch.ts'
import type { Connection } from '../db/database.ts'
import { by } from '../order.ts'
import type { Actor } from '../production/membership.ts'
import { newestOfExternalIds, newestOfOutputUrls, versionsOfCaptureIds } from './captured-queries.ts'

/**
 * The actor's asset versions that were captured from one of the external ids or media addresses, or with one of the
 * keys: of each the newest ten, all of them the newest first. Empty text matches nothing.
 */
export async function findCaptured(
  db: Connection,
  actor: Actor,
  { externalAssetIds, outputUrls, captureIds }: CapturedQuestion,
): Promise<CapturedMatch[]> {
  const newest = <S extends typeof newestOfExternalIds>(statement: S, values: string[]) => {
    const given = [...new Set(values)].filter((value) => value !== '')
    if (given.length === 0) return []
    const projectIds = JSON.stringify(actor.projectIds)
    return db.all(statement, { userId: actor.userId, projectIds, values: JSON.stringify(given) })
  }
  const found = await Promise.all([
    newest(newestOfExternalIds, externalAssetIds),
    newest(newestOfOutputUrls, outputUrls),
    newest(versionsOfCaptureIds, captureIds),
  ])
  // One that has several is in each; the last tells its key, too.
  const versions = new Map(found.flat().map((version) => [version.assetVersionId, version]))
  return [...versions.values()].sort(byAge).reverse()
}

const byAge = by<CapturedMatch>(
  ({ createdAt }) => createdAt,
  ({ assetVersionId }) => assetVersionId,
)
