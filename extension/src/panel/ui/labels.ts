import type { AssetStatus, AssetType, RightsState } from '@dailies/contract/asset-version.ts'
import { text } from '../../texts.ts'

export const assetTypeLabels: Record<AssetType, string> = {
  IMAGE: text('panelType_IMAGE'),
  VIDEO: text('panelType_VIDEO'),
  AUDIO: text('panelType_AUDIO'),
  MUSIC: text('panelType_MUSIC'),
  VOICE: text('panelType_VOICE'),
  NARRATION: text('panelType_NARRATION'),
  STORYBOARD: text('panelType_STORYBOARD'),
  OTHER: text('panelType_OTHER'),
}

export const statusLabels: Record<AssetStatus, string> = {
  DRAFT: text('panelStatus_DRAFT'),
  GENERATED: text('panelStatus_GENERATED'),
  SELECTED: text('panelStatus_SELECTED'),
  APPROVED: text('panelStatus_APPROVED'),
  FINAL: text('panelStatus_FINAL'),
}

export const rightsLabels: Record<RightsState, string> = {
  UNKNOWN: text('panelRights_UNKNOWN'),
  NON_COMMERCIAL: text('panelRights_NON_COMMERCIAL'),
  COMMERCIAL_ALLOWED: text('panelRights_COMMERCIAL_ALLOWED'),
  RESTRICTED: text('panelRights_RESTRICTED'),
}
