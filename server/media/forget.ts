import type { Transaction } from '../db/database.ts'
import { deleteMediaOfVersions } from './queries.ts'
import { addUsage } from './usage-queries.ts'

/** Of versions that are gone for good. Their blobs go later, unless others have them. */
export async function forgetMedia(transaction: Transaction, versionIds: readonly string[]): Promise<void> {
  const media = await transaction.all(deleteMediaOfVersions, { ids: JSON.stringify(versionIds) })
  const kept = media.filter(({ state }) => state === 'kept')
  for (const [projectId, ofProject] of Map.groupBy(kept, (one) => one.projectId)) {
    const bytes = ofProject.reduce((sum, one) => sum + one.bytes, 0)
    await transaction.run(addUsage, { projectId, files: -ofProject.length, bytes: -bytes })
  }
}
