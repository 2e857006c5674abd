import type { AssetStatus } from '@dailies/contract/asset-version.ts'

/** The way of a version, from captured to final. */
export const statusOrder: readonly AssetStatus[] = ['DRAFT', 'GENERATED', 'SELECTED', 'APPROVED', 'FINAL']
