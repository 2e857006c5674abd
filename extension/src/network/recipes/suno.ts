import { isRecord, textOf } from '@dailies/reading/values.ts'
import { readingAt } from './details.ts'
import { each, idsAt, type Recipe, textsAt } from './recipe.ts'
import { recipeScript } from './script.ts'

export const suno: Recipe = {
  platform: 'suno',
  checked: '2026-11-22',
  source: 'gcui-art/suno-api, src/lib/SunoApi.ts',
  takes(object) {
    if (!('audio_url' in object) || !isRecord(object.metadata)) return undefined
    const ids = idsAt(object, 'id')
    return [
      {
        addresses: textsAt(object, 'audio_url', 'video_url', 'image_url', 'image_large_url'),
        names: ids,
        inAddress: ids,
        reading: readingAt(object, {
          // What was asked for; where the song was made by its style, that; `prompt` is its text.
          prompt: ['metadata.gpt_description_prompt', 'metadata.tags', 'metadata.prompt'],
          negativePrompt: ['metadata.negative_tags'],
          modelName: ['model_name', 'major_model_version'],
          title: ['title'],
          externalAssetId: ['id'],
          metadata: {
            lyrics: ['metadata.prompt'],
            style: ['metadata.tags'],
            durationSeconds: ['metadata.duration'],
          },
        }),
      },
    ]
  },
  requested(request, answer) {
    const names = each(answer, 'clips').flatMap((clip) => idsAt(clip, 'id'))
    const reading = readingAt(request, {
      prompt: ['gpt_description_prompt', 'tags', 'prompt'],
      negativePrompt: ['negative_tags'],
      modelName: ['mv'],
      title: ['title'],
      metadata: { lyrics: ['prompt'], style: ['tags'] },
    })
    return reading.prompt && textOf(reading.prompt) ? [{ names, inAddress: names, reading }] : []
  },
}

export default recipeScript(suno)
