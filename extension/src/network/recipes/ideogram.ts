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
}

export default recipeScript(ideogram)
