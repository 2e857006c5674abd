import { textOf } from '@dailies/reading/values.ts'
import { readingAt } from './details.ts'
import { idsAt, type JsonObject, type Recipe } from './recipe.ts'
import { recipeScript } from './script.ts'

export const elevenlabs: Recipe = {
  platform: 'elevenlabs',
  checked: '2026-11-24',
  source: 'api.elevenlabs.io/openapi.json, /v1/history',
  takes(object) {
    const ids = idsAt(object, 'history_item_id')
    if (ids.length === 0 || !textOf(object.text)) return undefined
    // Heard at /v1/history/ID/audio.
    return [{ names: ids, inAddress: ids, reading: { ...readingOf(object), externalAssetId: ids[0]! } }]
  },
  /** A voice is answered at once: the text is in the request for it. */
  requested(request) {
    return textOf(request.text) ? [{ reading: readingOf(request) }] : []
  },
}

function readingOf(object: JsonObject) {
  return readingAt(object, {
    prompt: ['text'],
    modelName: ['model_id'],
    metadata: {
      voice: ['voice_name'],
      voiceId: ['voice_id'],
      seed: ['seed'],
      stability: ['settings.stability', 'voice_settings.stability'],
      similarity: ['settings.similarity_boost', 'voice_settings.similarity_boost'],
      durationSeconds: ['duration_seconds'],
    },
  })
}

export default recipeScript(elevenlabs)
