import type { KeptQuestion, KeptVersion } from '@dailies/contract/media.ts'
import type { Connection } from '../db/database.ts'
import { by } from '../order.ts'
import { type Actor, requireProject } from '../production/membership.ts'
import { listNewestKept } from './kept-queries.ts'

/**
 * The asset versions of a project that have one of the files as their original: of each the newest ten, all of them the newest
 * first. To ask a project that has none of them tells nothing, wherever else they are. Throws `not_found`.
 */
export async function findKept(
  db: Connection,
  { actor, projectId, sha256 }: { actor: Actor; projectId: string } & KeptQuestion,
): Promise<KeptVersion[]> {
  await requireProject(db, actor, projectId, 'viewer')
  const hashes = [...new Set(sha256)]
  if (hashes.length === 0) return []
  const found = await db.all(listNewestKept, { projectId, hashes: JSON.stringify(hashes) })
  return found.sort(byAge).reverse()
}

/** Ids grow with time. */
const byAge = by<KeptVersion>(({ assetVersionId }) => assetVersionId)
