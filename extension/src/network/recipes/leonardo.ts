import { textOf } from '@dailies/reading/values.ts'
import { readingAt } from './details.ts'
import { each, idsAt, type Recipe, textsAt } from './recipe.ts'
import { recipeScript } from './script.ts'

export const leonardo: Recipe = {
  platform: 'leonardo',
  checked: '2026-11-22',
  source: 'alvaroglvn/ravensfield-collection, leonardo/leonardo-objects.go',
  takes(object) {
    if (!textOf(object.prompt) || !Array.isArray(object.generated_images)) return undefined
    const ids = idsAt(object, 'id')
    return [
      {
        addresses: each(object, 'generated_images').flatMap((image) =>
          textsAt(image, 'url', 'motionMP4URL', 'motionGIFURL'),
        ),
        names: ids,
        inAddress: ids,
        reading: readingAt(object, {
          prompt: ['prompt'],
          negativePrompt: ['negativePrompt'],
          modelName: ['modelName', 'custom_model.name', 'sdVersion', 'modelId'],
          externalAssetId: ['id'],
          metadata: {
            seed: ['seed'],
            steps: ['inferenceSteps'],
            guidanceScale: ['guidanceScale'],
            scheduler: ['scheduler'],
            presetStyle: ['presetStyle'],
            modelId: ['modelId'],
            width: ['imageWidth'],
            height: ['imageHeight'],
          },
        }),
      },
    ]
  },
}

export default recipeScript(leonardo)
