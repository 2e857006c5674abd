import { type AssetStatus, assetStatus, type UpdatedAssetVersion } from '@dailies/contract/asset-version.ts'
import { isoNow } from '../clock.ts'
import type { Database, Transaction } from '../db/database.ts'
import { invalid } from '../error.ts'
import type { Owner } from '../production/ownership.ts'
import { announceCompletion, announceStatus, announceWinner, type Happening } from './announce.ts'
import { countRequiredShots, setSelection } from './queries.ts'
import { versionToChange } from './version-to-change.ts'
import { makeRoomForWinner } from './winner.ts'

const order = assetStatus.options

/**
 * Moves an asset version one step on (DRAFT, GENERATED, SELECTED, APPROVED, FINAL), or back to any earlier status, in
 * one transaction. SELECTED makes it the winner, DRAFT and GENERATED end that. Throws `not_found` for the asset
 * version, `invalid` when steps are skipped. Specification: "Asset version status".
 */
export function changeStatus(
  db: Database,
  owner: Owner,
  { id, status }: { id: string; status: AssetStatus },
): Promise<UpdatedAssetVersion> {
  return db.transaction(async (transaction) => {
    const { fields: version, place } = await versionToChange(transaction, owner, id)
    requireStep(version.status, status)
    const happening = { ...place, now: isoNow() }
    const { shotId, assetType, compareGroup } = version
    const wasSelected = version.selected === 1
    const selected = status === 'SELECTED' || (isApproved(status) && wasSelected)

    const becomesWinner = selected && !wasSelected
    const former = becomesWinner
      ? await makeRoomForWinner(transaction, { ...happening, shotId, assetType })
      : undefined
    const completed = await watchCompletion(transaction, happening, async () => {
      const row = { id, status, selected: selected ? 1 : 0, compareGroup, now: happening.now }
      await transaction.run(setSelection, row)
    })
    await announceStatus(transaction, happening, { id, oldStatus: version.status, newStatus: status })
    if (becomesWinner) await announceWinner(transaction, happening, { id, shotId, assetType, former })
    if (completed) await announceCompletion(transaction, happening, completed)
    return { ...version, status, selected }
  })
}

function requireStep(from: AssetStatus, to: AssetStatus): void {
  const [before, after] = [order.indexOf(from), order.indexOf(to)]
  if (after <= before + 1) return
  throw invalid({ status: [`Comes later: from ${from} the next is ${order[before + 1]}`] })
}

function isApproved(status: AssetStatus): boolean {
  return status === 'APPROVED' || status === 'FINAL'
}

interface ShotCounts {
  total: number
  approved: number
}

/** The counts of the scene's required shots, if it is complete after the change and was not before. */
async function watchCompletion(
  transaction: Transaction,
  { sceneDbId }: Happening,
  change: () => Promise<void>,
): Promise<ShotCounts | undefined> {
  const before = await transaction.first(countRequiredShots, { sceneDbId })
  await change()
  const after = await transaction.first(countRequiredShots, { sceneDbId })
  return after && isComplete(after) && !isComplete(before) ? after : undefined
}

function isComplete(counts: ShotCounts | undefined): boolean {
  return counts !== undefined && counts.total > 0 && counts.approved === counts.total
}
