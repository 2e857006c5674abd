export interface FloorCapture {
  projectId: string
  sceneId: string
  platformKey: string
  assetType: string
  prompt: string
  [field: string]: unknown
}

const assetTypes = new Set('IMAGE VIDEO AUDIO MUSIC VOICE NARRATION STORYBOARD OTHER'.split(' '))
const statuses = new Set(['DRAFT', 'GENERATED', 'SELECTED'])
const rightsStates = new Set(['UNKNOWN', 'NON_COMMERCIAL', 'COMMERCIAL_ALLOWED', 'RESTRICTED'])
const required = ['projectId', 'sceneId', 'platformKey', 'prompt']
const texts = [
  'title',
  'sourceUrl',
  'thumbnailUrl',
  'modelName',
  'negativePrompt',
  'notes',
  'externalAssetId',
  'compareGroup',
  'platformLabel',
]
const amounts = ['costEstimateUsd', 'generationSeconds', 'queueWaitSeconds']

/** Checks the body of POST ingest by hand. Returns the messages by field, or nothing when it is a capture. */
export function checkCapture(body: FloorCapture): Record<string, string[]> | undefined {
  let errors: Record<string, string[]> | undefined
  const refuse = (field: string, message: string) => {
    errors ??= {}
    errors[field] = [message]
  }
  for (const field of required) {
    const value = body[field]
    if (typeof value !== 'string' || value === '') refuse(field, 'Required')
  }
  if (!assetTypes.has(body.assetType)) refuse('assetType', 'Must be one of the asset types')
  if (body.status !== undefined && !statuses.has(body.status as string)) {
    refuse('status', 'Must be one of the statuses')
  }
  if (body.rightsState !== undefined && !rightsStates.has(body.rightsState as string)) {
    refuse('rightsState', 'Must be one of the rights states')
  }
  for (const field of texts) {
    if (body[field] !== undefined && typeof body[field] !== 'string') refuse(field, 'Must be a string')
  }
  for (const field of amounts) {
    if (body[field] !== undefined && typeof body[field] !== 'number') refuse(field, 'Must be a number')
  }
  for (const field of ['metadata', 'provenance']) {
    if (body[field] !== undefined && !isObject(body[field])) refuse(field, 'Must be a JSON object')
  }
  if (body.tags !== undefined && !Array.isArray(body.tags)) refuse('tags', 'Must be an array')
  if (body.outputUrl !== undefined && !isHttpUrl(body.outputUrl)) refuse('outputUrl', 'Invalid URL')
  return errors
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isHttpUrl(value: unknown): boolean {
  return typeof value === 'string' && /^https?:\/\//i.test(value) && URL.canParse(value)
}

/** The values of the `insert` of `floor-statements.ts`, in its order. */
export function versionValues(
  capture: FloorCapture,
  row: {
    id: string
    sceneDbId: string
    platformId: string | null
    platformLabel: string
    versionNumber: number
    userId: string
    createdAt: string
  },
): (string | number | null)[] {
  return [
    row.id,
    capture.projectId,
    row.sceneDbId,
    capture.assetType,
    capture.platformKey,
    row.platformId,
    row.platformLabel,
    row.versionNumber,
    (capture.status as string) ?? 'DRAFT',
    (capture.compareGroup as string) ?? null,
    (capture.rightsState as string) ?? 'UNKNOWN',
    capture.prompt,
    (capture.negativePrompt as string) ?? null,
    (capture.title as string) ?? null,
    (capture.outputUrl as string) ?? null,
    (capture.sourceUrl as string) ?? null,
    (capture.thumbnailUrl as string) ?? null,
    (capture.modelName as string) ?? null,
    (capture.externalAssetId as string) ?? null,
    capture.metadata === undefined ? null : JSON.stringify(capture.metadata),
    capture.tags === undefined ? null : JSON.stringify(capture.tags),
    (capture.notes as string) ?? null,
    capture.provenance === undefined ? null : JSON.stringify(capture.provenance),
    (capture.costEstimateUsd as number) ?? null,
    (capture.generationSeconds as number) ?? null,
    (capture.queueWaitSeconds as number) ?? null,
    row.userId,
    row.createdAt,
    row.createdAt,
  ]
}
