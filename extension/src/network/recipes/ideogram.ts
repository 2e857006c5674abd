import { textOf } from '@dailies/reading/values.ts'
import { readingAt } from './details.ts'
import { each, idsAt, type Recipe, textsAt } from './recipe.ts'
import { recipeScript } from './script.ts'

export const ideogram: Recipe = {
  platform: 'ideogram',
  checked: '2026-11-22',
  source: 'xiangsx/gpt4free-ts, model/ideogram/define.ts',
  takes(object) {
    if (!textOf(object.request_id) || !Array.isArray(object.responses)) return undefined
    return each(object, 'responses').map((response) => ({
      addresses: textsAt(response, 'url'),
      inAddress: idsAt(response, 'response_id'),
      reading: readingAt(
        { ...object, response },
        {
          prompt: ['user_prompt', 'response.prompt'],
          negativePrompt: ['user_hparams.negative_prompt'],
          modelName: ['model_version'],
          externalAssetId: ['response.response_id'],
          metadata: {
            request: ['request_id'],
            seed: ['seed'],
            style: ['style_expert'],
            aspectRatio: ['aspect_ratio'],
            width: ['width'],
            height: ['height'],
          },
        },
      ),
    }))
  },
  requested(request, answer) {
    const inAddress = textsAt(answer, 'response_ids').filter((id) => id.length >= 16)
    const reading = readingAt(request, { prompt: ['prompt'], modelName: ['model_version'] })
    return reading.prompt && inAddress.length > 0 ? [{ inAddress, reading }] : []
  },
}

export default recipeScript(ideogram)
