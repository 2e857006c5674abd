import { textOf } from '@dailies/reading/values.ts'
import { readingAt } from './details.ts'
import { idsAt, type Recipe, textsAt } from './recipe.ts'
import { recipeScript } from './script.ts'

export const udio: Recipe = {
  platform: 'udio',
  checked: '2026-11-24',
  source: 'josephgodwinkimani/udio-wrapper and flowese/UdioWrapper',
  takes(object) {
    if (!textOf(object.song_path)) return undefined
    const ids = idsAt(object, 'id')
    return [
      {
        addresses: textsAt(object, 'song_path', 'video_path', 'image_path'),
        names: ids,
        inAddress: ids,
        reading: readingAt(object, {
          prompt: ['prompt'],
          title: ['title'],
          externalAssetId: ['id'],
          metadata: { lyrics: ['lyrics'], durationSeconds: ['duration'] },
        }),
      },
    ]
  },
  requested(request, answer) {
    const names = textsAt(answer, 'track_ids')
    const reading = readingAt(request, {
      prompt: ['prompt'],
      metadata: { seed: ['samplerOptions.seed'], lyrics: ['lyricInput'] },
    })
    return reading.prompt && names.length > 0 ? [{ names, reading }] : []
  },
}

export default recipeScript(udio)
