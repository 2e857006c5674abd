import { type AssetStatus, assetStatus } from '@dailies/contract/asset-version.ts'

const order = assetStatus.options

/** DRAFT, GENERATED, SELECTED, APPROVED, FINAL. */
export function comesLater(one: AssetStatus, other: AssetStatus): boolean {
  return order.indexOf(one) > order.indexOf(other)
}

/** APPROVED and FINAL are past selection: being picked, or being the winner no longer, does not take them back. */
export function isPastSelection(status: AssetStatus): boolean {
  return status === 'APPROVED' || status === 'FINAL'
}

/** What becomes of a status when its asset version is the winner no longer. In SQL: production/winner-queries.ts, transfer/leave-out-loose.ts. */
export function statusWithoutSelection(status: AssetStatus): AssetStatus {
  return status === 'SELECTED' ? 'GENERATED' : status
}
