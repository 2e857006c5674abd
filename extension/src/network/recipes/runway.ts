import { readingAt } from './details.ts'
import { at, each, idsAt, type Recipe, textsAt } from './recipe.ts'
import { recipeScript } from './script.ts'

export const runway: Recipe = {
  platform: 'runway',
  checked: '2026-11-22',
  source: 'xiangsx/gpt4free-ts, model/runway/define.ts',
  takes(object) {
    if (at(object, 'options.text_prompt') === undefined || !Array.isArray(object.artifacts))
      return asset(object)
    const reading = readingAt(object, {
      prompt: ['options.text_prompt'],
      modelName: ['taskType'],
      externalAssetId: ['id'],
      metadata: {
        seed: ['options.seed'],
        durationSeconds: ['options.seconds'],
        resolution: ['options.resolution'],
        explore: ['options.exploreMode'],
      },
    })
    const names = idsAt(object, 'id')
    const artifacts = each(object, 'artifacts').map((artifact) => ({
      addresses: textsAt(artifact, 'url', 'previewUrls'),
      names,
      inAddress: idsAt(artifact, 'id'),
      reading,
    }))
    // While it is being made, an asset that comes later names it.
    return artifacts.length > 0 ? artifacts : [{ names, reading }]
  },
}

/** In a list of assets, which name the task that made them. */
function asset(object: Record<string, unknown>) {
  if (typeof object.taskId !== 'string' || typeof object.url !== 'string') return undefined
  return [
    {
      addresses: textsAt(object, 'url', 'previewUrls'),
      names: idsAt(object, 'taskId'),
      inAddress: idsAt(object, 'id'),
      reading: readingAt(object, {
        externalAssetId: ['taskId'],
        metadata: { durationSeconds: ['metadata.duration'] },
      }),
    },
  ]
}

export default recipeScript(runway)
