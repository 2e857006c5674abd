import type { UpdatedAssetVersion } from '@dailies/contract/asset-version.ts'
import { isoNow } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { Actor } from '../production/membership.ts'
import { recordWinnerChange } from '../production/record-winner-change.ts'
import { type Recorded, recordSingleChange } from './record-change.ts'
import { setAside } from './set-aside.ts'
import { versionToChange } from './version-to-change.ts'

/**
 * Deletes an asset version, in one transaction, and returns it as it was. A winner leaves its place empty. Throws
 * `not_found`.
 */
export function deleteAsset(
  db: Database,
  actor: Actor,
  id: string,
  recorded?: Recorded,
): Promise<UpdatedAssetVersion> {
  return db.transaction(async (transaction) => {
    const { fields: version, place } = await versionToChange(transaction, actor, id)
    const now = isoNow()
    await setAside(transaction, { id, by: actor.userId, now })
    if (version.selected === 1) await recordWinnerChange(transaction, { ...place, now }, version, [id, null])
    const items = [{ id, before: { deleted: false }, after: { deleted: true } }]
    await recordSingleChange(transaction, place, { said: { kind: 'delete' }, items }, recorded)
    return { ...version, selected: version.selected === 1 }
  })
}
