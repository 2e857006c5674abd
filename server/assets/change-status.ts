import { type AssetStatus, assetStatus, type UpdatedAssetVersion } from '@dailies/contract/asset-version.ts'
import { isoNow } from '../clock.ts'
import { requireApprovals } from '../comments/approval-rule.ts'
import type { Database } from '../db/database.ts'
import { invalid } from '../error.ts'
import type { Actor } from '../production/membership.ts'
import { comesLater, isPastSelection } from './past-selection.ts'
import { type Recorded, recordSingleChange } from './record-change.ts'
import { versionToChange } from './version-to-change.ts'
import { watchCompletion } from './watch-completion.ts'
import { writeSelection } from './write-selection.ts'

const order = assetStatus.options

/**
 * Moves an asset version one step on (DRAFT, GENERATED, SELECTED, APPROVED, FINAL), or back to any earlier status, in
 * one transaction. SELECTED makes it the winner, DRAFT and GENERATED end that. Throws `not_found` for the asset
 * version, `invalid` when steps are skipped, and where approvals are missing that the project asks for. docs/interface.md, "Asset version status".
 */
export function changeStatus(
  db: Database,
  actor: Actor,
  { id, status }: { id: string; status: AssetStatus },
  recorded?: Recorded,
): Promise<UpdatedAssetVersion> {
  return db.transaction(async (transaction) => {
    const { fields: version, place, createdBy } = await versionToChange(transaction, actor, id)
    requireStep(version.status, status)
    if (isPastSelection(status) && comesLater(status, version.status)) {
      await requireApprovals(transaction, { projectId: place.projectId, assetVersionId: id })
    }
    const happening = { ...place, now: isoNow() }
    const selected = status === 'SELECTED' || (isPastSelection(status) && version.selected === 1)
    const after = { status, selected, compareGroup: version.compareGroup }
    const items = await watchCompletion(transaction, happening, () =>
      writeSelection(transaction, happening, { ...version, createdBy }, after),
    )
    await recordSingleChange(transaction, place, { said: { kind: 'status', status }, items }, recorded)
    return { ...version, ...after }
  })
}

function requireStep(from: AssetStatus, to: AssetStatus): void {
  const skipped = skippedStep(from, to)
  if (skipped) throw invalid({ status: [skipped] })
}

/** Where steps are skipped, a sentence which is the next. */
export function skippedStep(from: AssetStatus, to: AssetStatus): string | undefined {
  const [before, after] = [order.indexOf(from), order.indexOf(to)]
  return after <= before + 1 ? undefined : `Comes later: from ${from} the next is ${order[before + 1]}`
}
