import type { AssetUpdate } from '@dailies/contract/asset-update.ts'
import type { AssetStatus, UpdatedAssetVersion } from '@dailies/contract/asset-version.ts'
import { isoNow } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { invalid, notFound } from '../error.ts'
import { lockScene } from '../production/queries.ts'
import { findAssetVersionOfOwner, setSelection } from './queries.ts'
import { makeRoomForWinner } from './winner.ts'

/**
 * Picks or drops the winner, and sets or clears the compare group, in one transaction. Throws `not_found` for the
 * asset version, `invalid` when an APPROVED or FINAL one is to be dropped.
 * Specification: "PATCH /api/extension/asset-update".
 */
export function updateSelection(
  db: Database,
  userId: string,
  update: AssetUpdate,
): Promise<UpdatedAssetVersion> {
  return db.transaction(async (transaction) => {
    const found = await transaction.first(findAssetVersionOfOwner, { id: update.assetId, userId })
    if (!found) throw notFound('Asset')
    // What was read before the lock may have changed while another held it.
    await transaction.first(lockScene, { id: found.sceneDbId })
    const version = await transaction.first(findAssetVersionOfOwner, { id: update.assetId, userId })
    if (!version) throw notFound('Asset')

    const now = isoNow()
    const selected = update.selected ?? version.selected === 1
    const status =
      update.selected === undefined ? version.status : statusAfter(version.status, update.selected)
    const compareGroup = update.compareGroup === undefined ? version.compareGroup : update.compareGroup

    if (selected && version.selected === 0) await makeRoomForWinner(transaction, { ...version, now })
    await transaction.run(setSelection, {
      id: version.id,
      status,
      selected: selected ? 1 : 0,
      compareGroup,
      now,
    })
    const { sceneDbId: _, ...fields } = version
    return { ...fields, status, selected, compareGroup }
  })
}

/** APPROVED and FINAL are past selection: being picked does not take them back. */
function statusAfter(status: AssetStatus, selected: boolean): AssetStatus {
  const pastSelection = status === 'APPROVED' || status === 'FINAL'
  if (selected) return pastSelection ? status : 'SELECTED'
  if (pastSelection) throw invalid({ selected: [`An ${status} asset version stays selected`] })
  return status === 'SELECTED' ? 'GENERATED' : status
}
