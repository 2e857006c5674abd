import { type TextKey, text } from '../../texts.ts'

/** What the fields of the contract are called in the form. */
const keys: Record<string, TextKey> = {
  projectId: 'panelProject',
  sceneId: 'panelScene',
  shotId: 'panelShot',
  platformKey: 'panelPlatform',
  platformId: 'panelPlatform',
  platformLabel: 'panelPlatformLabel',
  assetType: 'panelType',
  status: 'panelStatus',
  selected: 'panelWinner',
  compareGroup: 'panelGroup',
  prompt: 'panelPrompt',
  negativePrompt: 'panelNegativePrompt',
  outputUrl: 'panelOutputUrl',
  thumbnailUrl: 'panelThumbnailUrl',
  sourceUrl: 'panelSourceUrl',
  title: 'panelTitle',
  modelName: 'panelModel',
  externalAssetId: 'panelJob',
  notes: 'panelNotes',
  tags: 'panelTags',
  rightsState: 'panelRights',
  costEstimateUsd: 'panelCost',
  generationSeconds: 'panelGenerationSeconds',
  queueWaitSeconds: 'panelQueueSeconds',
  metadata: 'panelMetadata',
  parentVersionId: 'panelParent',
  promptPackageId: 'panelPackage',
  promptPackage: 'panelPackage',
}

/** Fields that the form shows; what is wrong with others is said at its top. */
export function isShown(field: string): boolean {
  return field in keys
}

/** In the words of the form; a field that it does not know keeps its name. */
export function fieldLabel(field: string): string {
  const key = keys[field]
  return key ? text(key) : field
}
