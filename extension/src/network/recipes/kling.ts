import { isRecord, textOf } from '@dailies/reading/values.ts'
import { readingAt } from './details.ts'
import { each, idsAt, type JsonObject, type Recipe, textsAt } from './recipe.ts'
import { recipeScript } from './script.ts'

export const kling: Recipe = {
  platform: 'kling',
  checked: '2026-11-22',
  source: 'bxb100/klingai, src/types.ts',
  takes(object) {
    if (isRecord(object.task) && Array.isArray(object.works)) {
      const { task } = object
      return each(object, 'works').map((work) => workOf(work, isRecord(work.taskInfo) ? work : task))
    }
    return isRecord(object.resource) && isRecord(object.taskInfo) ? [workOf(object, object)] : undefined
  },
}

/** `inputs` are what it was made from. */
function workOf(work: JsonObject, task: JsonObject) {
  const { version, ...told } = Object.fromEntries(
    each(task, 'taskInfo.arguments').map(({ name, value }) => [
      name === 'kling_version' ? 'version' : name,
      value,
    ]),
  )
  return {
    addresses: textsAt(work, 'resource.resource', 'cover.resource'),
    names: idsAt(work, 'workId', 'taskId'),
    reading: readingAt(
      { ...told, work, model: textOf(version) && `Kling ${textOf(version)}` },
      {
        prompt: ['prompt'],
        negativePrompt: ['negative_prompt'],
        modelName: ['model'],
        externalAssetId: ['work.workId', 'work.taskId'],
        metadata: {
          type: ['work.type'],
          durationSeconds: ['duration'],
          aspectRatio: ['aspect_ratio'],
          cfg: ['cfg'],
          mode: ['model_mode'],
          seed: ['seed'],
        },
      },
    ),
  }
}

export default recipeScript(kling)
