import type { AssetUpdate } from '@dailies/contract/asset-update.ts'
import type { AssetStatus, UpdatedAssetVersion } from '@dailies/contract/asset-version.ts'
import { isoNow } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { invalid } from '../error.ts'
import type { Owner } from '../production/ownership.ts'
import { announceStatus, announceWinner } from './announce.ts'
import { setSelection } from './queries.ts'
import { versionToChange } from './version-to-change.ts'
import { makeRoomForWinner } from './winner.ts'

/**
 * Picks or drops the winner, and sets or clears the compare group, in one transaction. Throws `not_found` for the
 * asset version, `invalid` when an APPROVED or FINAL one is to be dropped.
 * Specification: "PATCH /api/extension/asset-update".
 */
export function updateSelection(
  db: Database,
  owner: Owner,
  update: AssetUpdate,
): Promise<UpdatedAssetVersion> {
  return db.transaction(async (transaction) => {
    const { fields: version, place } = await versionToChange(transaction, owner, update.assetId)
    const happening = { ...place, now: isoNow() }
    const { id, shotId, assetType } = version
    const wasSelected = version.selected === 1
    const selected = update.selected ?? wasSelected
    const status =
      update.selected === undefined ? version.status : statusAfter(version.status, update.selected)
    const compareGroup = update.compareGroup === undefined ? version.compareGroup : update.compareGroup

    const becomesWinner = selected && !wasSelected
    const former = becomesWinner
      ? await makeRoomForWinner(transaction, { ...happening, shotId, assetType })
      : undefined
    await transaction.run(setSelection, {
      id,
      status,
      selected: selected ? 1 : 0,
      compareGroup,
      now: happening.now,
    })
    await announceStatus(transaction, happening, { id, oldStatus: version.status, newStatus: status })
    if (becomesWinner) await announceWinner(transaction, happening, { id, shotId, assetType, former })
    return { ...version, status, selected, compareGroup }
  })
}

/** APPROVED and FINAL are past selection: being picked does not take them back. */
function statusAfter(status: AssetStatus, selected: boolean): AssetStatus {
  const pastSelection = status === 'APPROVED' || status === 'FINAL'
  if (selected) return pastSelection ? status : 'SELECTED'
  if (pastSelection) throw invalid({ selected: [`An ${status} asset version stays selected`] })
  return status === 'SELECTED' ? 'GENERATED' : status
}
