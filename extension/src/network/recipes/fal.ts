import { isRecord } from '@dailies/reading/values.ts'
import type { PartOfTake } from '../take.ts'
import { readingAt } from './details.ts'
import { each, idsAt, type JsonObject, type Recipe, textsAt } from './recipe.ts'
import { recipeScript } from './script.ts'

/** The interface for developers, which the playground uses. */
export const fal: Recipe = {
  platform: 'fal',
  checked: '2026-11-24',
  source: 'docs.fal.ai, the queue and the schemas of its models',
  takes(object, url) {
    const addresses = outputsOf(object)
    if (addresses.length === 0) return undefined
    const names = [...idsAt(object, 'request_id'), ...requestsIn(url)]
    return [{ addresses, names, reading: readingOf(object) }]
  },
  requested(request, answer, url) {
    const input = isRecord(request.input) ? request.input : request
    const reading = readingOf({ ...input, model: modelIn(url) })
    const names = idsAt(answer, 'request_id')
    if (!reading.prompt) return []
    if (names.length > 0) return [{ names, reading }]
    // Answered at once.
    const addresses = isRecord(answer) ? outputsOf(answer) : []
    return addresses.length > 0 ? [{ addresses, reading } satisfies PartOfTake] : []
  },
}

function outputsOf(object: JsonObject): string[] {
  const lists = ['images', 'videos', 'audios'].flatMap((list) => each(object, list))
  return [
    ...lists.flatMap((file) => textsAt(file, 'url')),
    ...textsAt(object, 'image.url', 'video.url', 'audio.url', 'audio_file.url', 'thumbnail.url'),
  ]
}

/** `https://queue.fal.run/fal-ai/flux/requests/ID` */
function requestsIn(url: string): string[] {
  const [, id] = /\/requests\/([\w-]{8,})/.exec(url) ?? []
  return id ? [id] : []
}

/** `https://queue.fal.run/fal-ai/flux/dev` */
function modelIn(url: string): string | undefined {
  const { hostname, pathname } = URL.parse(url) ?? {}
  if (hostname !== 'queue.fal.run' && hostname !== 'fal.run') return undefined
  return pathname?.slice(1)
}

function readingOf(object: JsonObject) {
  return readingAt(object, {
    prompt: ['prompt'],
    negativePrompt: ['negative_prompt'],
    modelName: ['model'],
    metadata: {
      seed: ['seed'],
      steps: ['num_inference_steps'],
      guidanceScale: ['guidance_scale'],
      durationSeconds: ['duration'],
      aspectRatio: ['aspect_ratio'],
      size: ['image_size'],
    },
  })
}

export default recipeScript(fal)
