import { isRecord, textOf } from '@dailies/reading/values.ts'
import type { PartOfTake } from '../take.ts'
import { readingAt } from './details.ts'
import { at, each, idsAt, type JsonObject, type Recipe, textsAt } from './recipe.ts'
import { recipeScript } from './script.ts'

export const googleFlow: Recipe = {
  platform: 'google-flow',
  checked: '2026-11-22',
  source: 'TheSmallHanCat/flow2api, src/services/flow_client.py',
  takes(object) {
    const made =
      at(object, 'image.generatedImage') ??
      at(object, 'video.generatedVideo') ??
      at(object, 'operation.metadata.video')
    if (isRecord(made)) return [takeOf(object, made)]
    const isBare = textOf(object.fifeUrl) && textOf(object.mediaGenerationId)
    return isBare ? [takeOf(object, object)] : undefined
  },
  /** The prompt stands in the request alone: of several, each is of what stands at its place in the answer. */
  requested(request, answer) {
    const requests = each(request, 'requests')
    const made = [...each(answer, 'operations'), ...each(answer, 'media')]
    const readings = requests.map(requestOf)
    const [first] = readings
    const isOne = readings.every(({ prompt }) => prompt === first?.prompt)
    if (!first || (requests.length !== made.length && !isOne)) return []
    return made.map((object, place): PartOfTake => {
      const reading = requests.length === made.length ? readings[place]! : { ...first, metadata: undefined }
      const ids = namesOf(object)
      return { names: ids, inAddress: ids, reading }
    })
  },
}

function requestOf(request: JsonObject) {
  const parts = each(request, 'textInput.structuredPrompt.parts').flatMap(({ text }) => textOf(text) ?? [])
  return readingAt(
    { ...request, parts: parts.join('\n') },
    {
      prompt: ['textInput.prompt', 'prompt', 'parts'],
      modelName: ['videoModelKey', 'imageModelName'],
      metadata: { seed: ['seed'], aspectRatio: ['aspectRatio', 'imageAspectRatio'] },
    },
  )
}

function namesOf(object: JsonObject): string[] {
  return [
    ...new Set(
      idsAt(object, 'operation.name', 'name', 'mediaGenerationId', 'image.generatedImage.mediaGenerationId'),
    ),
  ]
}

function takeOf(object: JsonObject, made: JsonObject): PartOfTake {
  const ids = [...new Set([...namesOf(object), ...idsAt(made, 'mediaGenerationId', 'mediaId')])]
  return {
    addresses: textsAt(made, 'fifeUrl', 'fileUrl', 'servingBaseUri', 'thumbnailUrl'),
    names: ids,
    inAddress: ids,
    reading: readingAt(made, {
      prompt: ['prompt'],
      modelName: ['modelNameType', 'model'],
      externalAssetId: ['mediaGenerationId'],
      metadata: { seed: ['seed'], aspectRatio: ['aspectRatio'] },
    }),
  }
}

export default recipeScript(googleFlow)
