import { randomUUID } from 'node:crypto'
import { capturedAssetVersion } from '@dailies/contract/asset-version.ts'
import { type CaptureInput, capture } from '@dailies/contract/capture.ts'
import { text } from '@dailies/contract/text.ts'
import { z } from 'zod'
import { CannotDo } from '../cannot-do.ts'
import { captureFile } from '../capture-file.ts'
import { fileOfBase64 } from '../given-file.ts'
import { quoted } from '../plain.ts'
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
  description:
    'Files a generated picture, film or sound as a new version in a scene, with what made it. Its media: `outputUrl`, or `file` (where this server may read files), or `fileBase64` (small ones). What a file tells (prompt, model, seed) is read from it; what you say wins. The same file in the same place, or the same captureId, makes no second version.',
  asks: ['ingest'],
  does: 'add',
  input: z.strictObject({
    projectId: projectId.describe('From list_projects'),
    sceneId,
    shotId: shotId.describe('From list_shots'),
    platformKey: platformKey.describe(
      'Where it was made: "runway", "midjourney", "comfyui"; an unknown one is kept as it is. Required without a file',
    ),
    assetType: assetType.optional().describe('Required without a file'),
    prompt: prompt.optional().describe('Required where no file tells it'),
    outputUrl,
    file: text(4096).min(1).optional().describe('Path of a file in the folders that the user allowed'),
    fileBase64: z.string().min(1).optional().describe('The file itself, up to 4.5 MB'),
    fileName: text(255).optional().describe('Its name, with fileBase64'),
    sourceUrl,
    title,
    modelName,
    negativePrompt,
    metadata,
    tags,
    notes,
    status: status.unwrap().optional().describe('DRAFT unless told; of a file GENERATED'),
    externalAssetId,
    parentVersionId,
    costEstimateUsd,
    generationSeconds,
    captureId: text(200)
      .min(1)
      .optional()
      .describe(
        'A name of your own for this take, such as a UUID; known again for three years. A file needs none',
      ),
  }),
  output: z.object({
    take: capturedAssetVersion.omit({ platformLabel: true }),
    captureId: z.string(),
    media: z
      .enum(['address', 'kept', 'none'])
      .describe('What is there of its media: a link, its bytes, nothing'),
  }),
  run: async ({ file: path, fileBase64, fileName, captureId, ...given }, work) => {
    if (path !== undefined && fileBase64 !== undefined)
      throw new CannotDo('Give `file` or `fileBase64`, not both.')
    // Before anything is filed.
    const file = await fileOf({ path, fileBase64, fileName }, work)
    if (!file) return captureWithoutFile(given, captureId, work)
    try {
      const { isKnownOtherwise, prompt, ...captured } = await captureFile({ file, given, captureId }, work)
      const told = given.prompt ? '' : ` Its prompt: ${quoted(prompt, 300)}.`
      const text = isKnownOtherwise
        ? `It was there already, with something else said of it, which stays. ${filedText(captured)}`
        : filedText(captured)
      return { text: text + told, structured: { ...captured, media: 'kept' as const } }
    } finally {
      await file.close()
    }
  },
})

interface Given {
  path: string | undefined
  fileBase64: string | undefined
  fileName: string | undefined
}

async function fileOf({ path, fileBase64, fileName }: Given, { openFile, signal }: Work) {
  if (fileBase64 !== undefined) return fileOfBase64(fileBase64, fileName)
  if (path === undefined) return undefined
  if (openFile) return openFile(path, signal)
  throw new CannotDo(
    'Files cannot be read here. Give outputUrl, or small ones as fileBase64; or the user starts `dailies mcp --files FOLDER`.',
  )
}

/** What a file may tell; without one it must be given. */
const toldByFiles = ['platformKey', 'assetType', 'prompt'] as const

async function captureWithoutFile(
  given: Partial<CaptureInput>,
  captureId: string = randomUUID(),
  { dailies, signal }: Work,
) {
  const missing = toldByFiles.filter((field) => given[field] === undefined)
  if (missing.length > 0) throw new CannotDo(`Give ${missing.join(', ')}: there is no file that tells it.`)
  const body = { ...given, provenance: { captureId, source: 'mcp' } } as CaptureInput
  const { asset: take } = await dailies.ingest(body, { signal })
  const media = given.outputUrl ? ('address' as const) : ('none' as const)
  const text = filedText({ take, captureId })
  return {
    text: media === 'none' ? `${text} Without media: give outputUrl or a file where there is one.` : text,
    structured: { take, captureId, media },
  }
}

type Filed = Pick<Awaited<ReturnType<typeof captureFile>>, 'take' | 'captureId'>

function filedText({ take, captureId }: Filed): string {
  const { assetType, versionNumber, status, id } = take
  return `Filed as ${assetType} v${versionNumber}, ${status}, id ${id} (captureId ${captureId}).`
}
