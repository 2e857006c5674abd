import { randomUUID } from 'node:crypto'
import { capturedAssetVersion } from '@dailies/contract/asset-version.ts'
import { capture } from '@dailies/contract/capture.ts'
import { text } from '@dailies/contract/text.ts'
import { z } from 'zod'
import { DailiesError } from '../../../sdk/src/error.ts'
import { CannotDo } from '../cannot-do.ts'
import { fileOfBase64, type GivenFile } from '../given-file.ts'
import { tool, type Work } from '../tool.ts'

const {
  projectId,
  sceneId,
  shotId,
  platformKey,
  assetType,
  prompt,
  outputUrl,
  sourceUrl,
  title,
  modelName,
  negativePrompt,
  metadata,
  tags,
  notes,
  status,
  externalAssetId,
  parentVersionId,
  costEstimateUsd,
  generationSeconds,
} = capture.shape

export const captureTake = tool({
  name: 'capture_take',
  title: 'File a take',
  description:
    'Files a generated picture, film or sound as a new version in a scene, with what made it. Its media: `outputUrl`, or `file` (where this server may read files), or `fileBase64` (small ones). To repeat a call that failed, give the same captureId: it makes no second version.',
  asks: ['ingest'],
  does: 'add',
  input: z.strictObject({
    projectId: projectId.describe('From list_projects'),
    sceneId,
    shotId: shotId.describe('From list_shots'),
    platformKey: platformKey
      .unwrap()
      .describe('Where it was made: "runway", "midjourney", "comfyui"; an unknown one is kept as it is'),
    assetType,
    prompt,
    outputUrl,
    file: text(4096).min(1).optional().describe('Path of a file in the folders that the user allowed'),
    fileBase64: z.string().min(1).optional().describe('The file itself, up to 4.5 MB'),
    sourceUrl,
    title,
    modelName,
    negativePrompt,
    metadata,
    tags,
    notes,
    status,
    externalAssetId,
    parentVersionId,
    costEstimateUsd,
    generationSeconds,
    captureId: text(200)
      .min(1)
      .optional()
      .describe('A name of your own for this take, such as a UUID; known again for three years'),
  }),
  output: z.object({
    take: capturedAssetVersion.omit({ platformLabel: true }),
    captureId: z.string(),
    media: z
      .enum(['address', 'kept', 'none'])
      .describe('What is there of its media: a link, its bytes, nothing'),
  }),
  run: async ({ file, fileBase64, captureId = randomUUID(), ...given }, work) => {
    if (file !== undefined && fileBase64 !== undefined)
      throw new CannotDo('Give `file` or `fileBase64`, not both.')
    // Before anything is filed.
    const sent = await fileOf({ file, fileBase64 }, work)
    const body = { ...given, provenance: { captureId, source: 'mcp' } }
    const { asset } = await work.dailies.ingest(body, { signal: work.signal })
    if (sent) await send(sent, { id: asset.id, captureId }, work)
    const media = sent ? ('kept' as const) : given.outputUrl ? ('address' as const) : ('none' as const)
    const text = `Filed as ${asset.assetType} v${asset.versionNumber}, ${asset.status}, id ${asset.id} (captureId ${captureId}).`
    return {
      text: media === 'none' ? `${text} Without media: give outputUrl or a file where there is one.` : text,
      structured: { take: asset, captureId, media },
    }
  },
})

interface Given {
  file: string | undefined
  fileBase64: string | undefined
}

async function fileOf({ file, fileBase64 }: Given, { openFile }: Work): Promise<GivenFile | undefined> {
  if (fileBase64 !== undefined) return fileOfBase64(fileBase64, 'capture')
  if (file === undefined) return undefined
  if (openFile) return openFile(file)
  throw new CannotDo(
    'Files cannot be read here. Give outputUrl, or small ones as fileBase64; or the user starts `dailies mcp --files FOLDER`.',
  )
}

/** Throws a DailiesError that says that the version is there, and how to send its file still. */
async function send(
  { file }: GivenFile,
  { id, captureId }: { id: string; captureId: string },
  { dailies, signal, progress }: Work,
): Promise<void> {
  try {
    await dailies.uploadMedia({ id, file }, { signal, onProgress: progress, retries: 2 })
  } catch (error) {
    if (!(error instanceof DailiesError)) throw error
    const { status, retryAfter, isTemporary } = error
    const details = { fieldErrors: error.fieldErrors, formErrors: error.formErrors }
    const message = `The take is filed as ${id}, but its file is not kept: ${error.message}. To send it still, call again with captureId "${captureId}" and the same input`
    throw new DailiesError(message, { status, retryAfter, isTemporary, details })
  }
}
