import type { AssetType, CaptureStatus, RightsState } from '@dailies/contract/asset-version.ts'

/** What is typed into a capture form: each field as it stands there, under its name in the contract. */
export interface Draft {
  projectId: string
  sceneId: string
  shotId: string
  platformKey: string
  platformLabel: string
  assetType: AssetType
  status: CaptureStatus
  selected: boolean
  compareGroup: string
  prompt: string
  negativePrompt: string
  outputUrl: string
  thumbnailUrl: string
  sourceUrl: string
  title: string
  modelName: string
  externalAssetId: string
  notes: string
  tags: string[]
  rightsState: RightsState
  costEstimateUsd: string
  generationSeconds: string
  queueWaitSeconds: string
  /** JSON. */
  metadata: string
  /** An id, or the address of the version in the console. */
  parentVersionId: string
  promptPackageId: string
  createPromptPackage: boolean
  promptPackage: PackageDraft
}

export interface PackageDraft {
  name: string
  prompt: string
  negativePrompt: string
  targetAspectRatio: string
  targetDurationSec: string
  tags: string[]
  /** JSON. */
  constraints: string
  /** JSON. */
  styleProfile: string
  /** JSON. */
  metadata: string
}

export const emptyPackage: PackageDraft = {
  name: '',
  prompt: '',
  negativePrompt: '',
  targetAspectRatio: '',
  targetDurationSec: '',
  tags: [],
  constraints: '',
  styleProfile: '',
  metadata: '',
}
