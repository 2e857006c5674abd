import { isRecord, textOf } from '@dailies/reading/values.ts'
import { readingAt } from './details.ts'
import { at, each, idsAt, type JsonObject, type Recipe, textsAt } from './recipe.ts'
import { recipeScript } from './script.ts'

export const higgsfield: Recipe = {
  platform: 'higgsfield',
  checked: '2026-11-22',
  source: 'build-with-bala/higgs-unlim, src/jobs.mjs',
  takes(object) {
    if (textOf(at(object, 'params.prompt')) && Array.isArray(object.jobs)) {
      return each(object, 'jobs').map((job) => jobOf(job, object))
    }
    const isJob = textOf(object.result_url) || isRecord(object.results) || textOf(at(object, 'params.prompt'))
    return isJob && idsAt(object, 'id').length > 0 ? [jobOf(object, object)] : undefined
  },
  requested(request, answer) {
    const names = [
      ...idsAt(answer, 'id', 'job_set_id'),
      ...['jobs', 'job_sets'].flatMap((list) => each(answer, list).flatMap((job) => idsAt(job, 'id'))),
      ...each(answer, 'job_sets').flatMap((set) => each(set, 'jobs').flatMap((job) => idsAt(job, 'id'))),
    ]
    const reading = readingOf(request)
    return reading.prompt && names.length > 0 ? [{ names, reading }] : []
  },
}

function jobOf(job: JsonObject, set: JsonObject) {
  const ids = idsAt(job, 'id')
  return {
    addresses: textsAt(
      job,
      'result_url',
      'results.raw.url',
      'results.min.url',
      'results.thumbnail.url',
      'thumbnail_url',
    ),
    names: [...ids, ...idsAt(set, 'id')],
    inAddress: ids,
    reading: readingOf({ ...(isRecord(job.params) ? job : set), id: job.id }),
  }
}

function readingOf(object: JsonObject) {
  return readingAt(object, {
    prompt: ['params.prompt'],
    negativePrompt: ['params.negative_prompt'],
    modelName: ['params.model', 'job_set_type', 'type'],
    externalAssetId: ['id'],
    metadata: {
      seed: ['params.seed'],
      durationSeconds: ['params.duration'],
      aspectRatio: ['params.aspect_ratio'],
      resolution: ['params.resolution'],
    },
  })
}

export default recipeScript(higgsfield)
