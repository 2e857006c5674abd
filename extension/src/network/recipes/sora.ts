import { isRecord, textOf } from '@dailies/reading/values.ts'
import { readingAt } from './details.ts'
import { at, each, idsAt, type JsonObject, type Recipe, textsAt } from './recipe.ts'
import { recipeScript } from './script.ts'

export const sora: Recipe = {
  platform: 'sora',
  checked: '2026-11-22',
  source: 'TheSmallHanCat/sora2api, src/services/sora_client.py and generation_handler.py',
  takes(object) {
    if (Array.isArray(object.generations) && typeof object.prompt === 'string') {
      const made = each(object, 'generations').map((generation) => generationOf(generation, object))
      return made.length > 0 ? made : [generationOf(object, object)]
    }
    const isMade = textOf(object.downloadable_url) || isRecord(object.encodings)
    return isMade ? [generationOf(object, object)] : undefined
  },
  requested(request, answer) {
    const names = [
      ...idsAt(answer, 'id', 'task_id'),
      ...each(answer, 'task_responses').flatMap((task) => idsAt(task, 'id')),
    ]
    const reading = readingAt(request, {
      prompt: ['prompt'],
      modelName: ['model'],
      metadata: { seed: ['seed'], frames: ['n_frames'], orientation: ['orientation'], size: ['size'] },
    })
    return reading.prompt && names.length === 1 ? [{ names, reading }] : []
  },
}

function generationOf(generation: JsonObject, task: JsonObject) {
  const own =
    textOf(generation.prompt) ?? textOf(at(generation, 'creation_config.prompt')) ?? textOf(task.prompt)
  return {
    addresses: textsAt(
      generation,
      ...[
        'url',
        'downloadable_url',
        'download_urls.watermark',
        'download_urls.no_watermark',
        'thumbnail_url',
        'preview_image_url',
      ],
      ...['source', 'source_wm', 'md', 'ld', 'thumbnail', 'gif'].map((name) => `encodings.${name}.path`),
    ),
    names: [...idsAt(generation, 'id', 'generation_id', 'task_id'), ...idsAt(task, 'id')],
    inAddress: idsAt(generation, 'id', 'generation_id'),
    reading: readingAt(
      { ...generation, own, task },
      {
        prompt: ['own'],
        modelName: ['model', 'task.model'],
        externalAssetId: ['task_id', 'task.id', 'id'],
        metadata: {
          seed: ['seed', 'task.seed'],
          width: ['width', 'task.width'],
          height: ['height', 'task.height'],
          frames: ['n_frames', 'task.n_frames'],
        },
      },
    ),
  }
}

export default recipeScript(sora)
