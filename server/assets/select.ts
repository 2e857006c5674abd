import type { AssetChangeSaid } from '@dailies/contract/asset-change.ts'
import type { AssetUpdate } from '@dailies/contract/asset-update.ts'
import type { AssetStatus, UpdatedAssetVersion } from '@dailies/contract/asset-version.ts'
import { isoNow } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { invalid } from '../error.ts'
import type { Actor } from '../production/membership.ts'
import { isPastSelection, statusWithoutSelection } from './past-selection.ts'
import { type Recorded, recordSingleChange } from './record-change.ts'
import { versionToChange } from './version-to-change.ts'
import { writeSelection } from './write-selection.ts'

/**
 * Picks or drops the winner, and sets or clears the compare group, in one transaction. Throws `not_found` for the
 * asset version, `invalid` when an APPROVED or FINAL one is to be dropped.
 * docs/interface.md, "PATCH /api/extension/asset-update".
 */
export function updateSelection(
  db: Database,
  actor: Actor,
  update: AssetUpdate,
  recorded?: Recorded,
): Promise<UpdatedAssetVersion> {
  return db.transaction(async (transaction) => {
    const { fields: version, place, createdBy } = await versionToChange(transaction, actor, update.assetId)
    const { selected = version.selected === 1, compareGroup = version.compareGroup } = update
    const status =
      update.selected === undefined ? version.status : statusAfter(version.status, update.selected)
    const after = { status, selected, compareGroup }
    const happening = { ...place, now: isoNow() }
    const items = await writeSelection(transaction, happening, { ...version, createdBy }, after)
    const said: AssetChangeSaid =
      update.selected === undefined ? { kind: 'group', compareGroup } : { kind: 'select', selected }
    await recordSingleChange(transaction, place, { said, items }, recorded)
    return { ...version, ...after }
  })
}

/** What becomes of a status by picking or dropping. Throws `invalid` for an APPROVED or FINAL one that is to be dropped. */
export function statusAfter(status: AssetStatus, selected: boolean): AssetStatus {
  if (selected) return isPastSelection(status) ? status : 'SELECTED'
  if (isPastSelection(status)) throw invalid({ selected: [`An ${status} asset version stays selected`] })
  return statusWithoutSelection(status)
}
