import { isRecord, textOf } from '@dailies/reading/values.ts'
import { readingAt } from './details.ts'
import { each, idsAt, type JsonObject, type Recipe, textsAt } from './recipe.ts'
import { recipeScript } from './script.ts'

export const pika: Recipe = {
  platform: 'pika',
  checked: '2026-11-22',
  source: 'xiangsx/gpt4free-ts, model/pika/define.ts',
  takes(object) {
    if (isRecord(object.generation) && Array.isArray(object.results)) {
      const { generation } = object
      return each(object, 'results').map((result) =>
        takeOf(textOf(result.promptText) ? result : generation, result),
      )
    }
    return textOf(object.promptText) && Array.isArray(object.videos) ? [takeOf(object, object)] : undefined
  },
}

function takeOf(generation: JsonObject, result: JsonObject) {
  return {
    addresses: each(result, 'videos').flatMap((video) =>
      textsAt(video, 'resultUrl', 'sharingUrl', 'videoPoster', 'imageThumb', 'thumbnailUrl'),
    ),
    names: [...idsAt(generation, 'id'), ...idsAt(result, 'id')],
    inAddress: each(result, 'videos').flatMap((video) => idsAt(video, 'id')),
    reading: readingAt(generation, {
      prompt: ['promptText'],
      negativePrompt: ['params.options.parameters.negativePrompt'],
      modelName: ['model', 'params.model'],
      externalAssetId: ['id'],
      metadata: {
        seed: ['params.options.parameters.seed'],
        guidanceScale: ['params.options.parameters.guidanceScale'],
        motion: ['params.options.parameters.motion'],
        aspectRatio: ['params.options.aspectRatio'],
        frameRate: ['params.options.frameRate'],
      },
    }),
  }
}

export default recipeScript(pika)
