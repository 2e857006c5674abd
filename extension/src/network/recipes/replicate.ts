import { isRecord, textOf } from '@dailies/reading/values.ts'
import { readingAt } from './details.ts'
import { idsAt, type Recipe } from './recipe.ts'
import { recipeScript } from './script.ts'

export const replicate: Recipe = {
  platform: 'replicate',
  checked: '2026-11-24',
  source: 'replicate.com/docs/topics/predictions',
  takes(object) {
    if (!isRecord(object.input) || !('output' in object) || !textOf(object.id)) return undefined
    const ids = idsAt(object, 'id')
    return [
      {
        addresses: textsIn(object.output, 3),
        names: ids,
        reading: readingAt(object, {
          prompt: ['input.prompt', 'input.text'],
          negativePrompt: ['input.negative_prompt'],
          modelName: ['model', 'version'],
          externalAssetId: ['id'],
          generationSeconds: ['metrics.predict_time'],
          metadata: {
            seed: ['input.seed'],
            steps: ['input.num_inference_steps', 'input.steps'],
            guidanceScale: ['input.guidance_scale', 'input.guidance'],
            aspectRatio: ['input.aspect_ratio'],
            durationSeconds: ['input.duration'],
            version: ['version'],
          },
        }),
      },
    ]
  },
}

/** A text, a list of them, or an object of either, as the model has it. */
function textsIn(output: unknown, depth: number): string[] {
  if (typeof output === 'string') return [output]
  if (typeof output !== 'object' || output === null || depth === 0) return []
  return Object.values(output)
    .slice(0, 100)
    .flatMap((part) => textsIn(part, depth - 1))
}

export default recipeScript(replicate)
