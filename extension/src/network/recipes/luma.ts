import { isRecord, textOf } from '@dailies/reading/values.ts'
import { readingAt } from './details.ts'
import { idsAt, type Recipe, textsAt } from './recipe.ts'
import { recipeScript } from './script.ts'

export const luma: Recipe = {
  platform: 'luma',
  checked: '2026-11-22',
  source: 'danaigc/DreamMachineAPI, main.py and util.py',
  takes(object) {
    if (!textOf(object.prompt) || !('video' in object) || !textOf(object.id)) return undefined
    if (object.video !== null && !isRecord(object.video)) return undefined
    const ids = idsAt(object, 'id')
    return [
      {
        addresses: textsAt(object, 'video.url', 'video.download_url', 'video.thumbnail', 'thumbnail.url'),
        names: ids,
        inAddress: ids,
        reading: readingAt(object, {
          prompt: ['prompt'],
          modelName: ['model', 'model_name'],
          externalAssetId: ['id'],
          metadata: {
            width: ['video.width'],
            height: ['video.height'],
            seed: ['seed'],
            aspectRatio: ['aspect_ratio'],
          },
        }),
      },
    ]
  },
}

export default recipeScript(luma)
