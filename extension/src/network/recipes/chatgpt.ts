import { textOf } from '@dailies/reading/values.ts'
import { idsIn } from '../address-names.ts'
import { readingAt } from './details.ts'
import { at, type Recipe } from './recipe.ts'
import { recipeScript } from './script.ts'

export const chatgpt: Recipe = {
  platform: 'chatgpt',
  checked: '2026-11-22',
  source: 'pionxzh/chatgpt-exporter, src/api.ts',
  takes(object) {
    const pointer = textOf(object.asset_pointer)
    if (!pointer) return undefined
    // What the user sent has no such part.
    if (!textOf(at(object, 'metadata.dalle.prompt'))) return []
    return [
      {
        inAddress: idsIn(pointer),
        reading: readingAt(object, {
          prompt: ['metadata.dalle.prompt'],
          metadata: {
            seed: ['metadata.dalle.seed'],
            generation: ['metadata.dalle.gen_id'],
            width: ['width'],
            height: ['height'],
          },
        }),
      },
    ]
  },
}

export default recipeScript(chatgpt)
