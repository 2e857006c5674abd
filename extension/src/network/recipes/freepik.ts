import { parseJson } from '@dailies/reading/json.ts'
import { isRecord, textOf } from '@dailies/reading/values.ts'
import { readingAt } from './details.ts'
import { idsAt, type Recipe, textsAt } from './recipe.ts'
import { recipeScript } from './script.ts'

export const freepik: Recipe = {
  platform: 'freepik',
  checked: '2026-11-22',
  source:
    'clients of the creations of freepik.com of unnamed repositories, as a public index of code has them',
  takes(object) {
    const metadata = typeof object.metadata === 'string' ? parseJson(object.metadata) : object.metadata
    if (!isRecord(metadata) || !(textOf(metadata.inputPrompt) ?? textOf(metadata.prompt))) return undefined
    const ids = idsAt(object, 'id', 'identifier')
    if (ids.length === 0) return undefined
    return [
      {
        addresses: textsAt(
          object,
          'url',
          'previewUrl',
          'preview',
          'thumbnailUrl',
          'thumbnail',
          'videoUrl',
          'downloadUrl',
        ),
        names: ids,
        inAddress: ids,
        reading: readingAt(
          { ...metadata, creation: object },
          {
            prompt: ['inputPrompt', 'prompt'],
            negativePrompt: ['negativePrompt'],
            modelName: ['model', 'mode', 'creation.model'],
            externalAssetId: ['creation.id', 'creation.identifier'],
            metadata: {
              seed: ['seed'],
              style: ['style'],
              aspectRatio: ['aspectRatio'],
              durationSeconds: ['duration'],
            },
          },
        ),
      },
    ]
  },
}

export default recipeScript(freepik)
