import type { AssetStatus, AssetType, RightsState } from '@dailies/contract/asset-version.ts'
import { text } from '../../texts.ts'

export const assetTypes: readonly AssetType[] = [
  'IMAGE',
  'VIDEO',
  'AUDIO',
  'MUSIC',
  'VOICE',
  'NARRATION',
  'STORYBOARD',
  'OTHER',
]
export const captureStatuses = ['DRAFT', 'GENERATED', 'SELECTED'] as const
export const rightsStates: readonly RightsState[] = [
  'UNKNOWN',
  'NON_COMMERCIAL',
  'COMMERCIAL_ALLOWED',
  'RESTRICTED',
]

export function assetTypeLabel(type: AssetType): string {
  return text(`panelType_${type}`)
}

export function statusLabel(status: AssetStatus): string {
  return text(`panelStatus_${status}`)
}

export function rightsLabel(state: RightsState): string {
  return text(`panelRights_${state}`)
}

/** Options of a list, in the words of the user. */
export function optionsOf<V extends string>(values: readonly V[], label: (value: V) => string) {
  return values.map((value) => ({ value, label: label(value) }))
}
