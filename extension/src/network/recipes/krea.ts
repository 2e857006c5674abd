import { isRecord } from '@dailies/reading/values.ts'
import { readingAt } from './details.ts'
import { idsAt, type Recipe, textsAt } from './recipe.ts'
import { recipeScript } from './script.ts'

/** The interface for developers: what the site answers to its own pages is documented nowhere. */
export const krea: Recipe = {
  platform: 'krea',
  checked: '2026-11-24',
  source: 'docs.krea.ai, developers/job-lifecycle and developers/webhooks',
  takes(object) {
    const names = idsAt(object, 'job_id')
    if (names.length === 0 || !isRecord(object.result)) return undefined
    const addresses = textsAt(object, 'result.urls')
    return [{ addresses, names, reading: readingAt(object, { externalAssetId: ['job_id'] }) }]
  },
  requested(request, answer, url) {
    const names = idsAt(answer, 'job_id')
    const [, model] = /\/generate\/\w+\/([\w./-]+)/.exec(url) ?? []
    const reading = readingAt(
      { model, ...request },
      {
        prompt: ['prompt'],
        negativePrompt: ['negative_prompt'],
        modelName: ['model'],
        metadata: {
          seed: ['seed'],
          steps: ['steps'],
          width: ['width'],
          height: ['height'],
          aspectRatio: ['aspect_ratio'],
        },
      },
    )
    return reading.prompt && names.length > 0 ? [{ names, reading }] : []
  },
}

export default recipeScript(krea)
