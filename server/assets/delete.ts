import type { UpdatedAssetVersion } from '@dailies/contract/asset-version.ts'
import { isoNow } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { Actor } from '../production/membership.ts'
import { deleteVersion, insertDeletedVersion } from './version-queries.ts'
import { versionToChange } from './version-to-change.ts'

/**
 * Deletes an asset version, in one transaction, and returns it as it was. A winner leaves its place empty. Throws
 * `not_found`.
 */
export function deleteAsset(db: Database, actor: Actor, id: string): Promise<UpdatedAssetVersion> {
  return db.transaction(async (transaction) => {
    const { fields: version } = await versionToChange(transaction, actor, id)
    await transaction.run(insertDeletedVersion, { id, now: isoNow() })
    await transaction.run(deleteVersion, { id })
    return { ...version, selected: version.selected === 1 }
  })
}
