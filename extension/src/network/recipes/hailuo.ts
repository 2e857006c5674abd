import { textOf } from '@dailies/reading/values.ts'
import { readingAt } from './details.ts'
import { idsAt, type Recipe, textsAt } from './recipe.ts'
import { recipeScript } from './script.ts'

export const hailuo: Recipe = {
  platform: 'hailuo',
  checked: '2026-11-22',
  source: 'clients of hailuoai.video of unnamed repositories, as a public index of code has them',
  takes(object) {
    if (!textOf(object.videoURL) || !('desc' in object)) return undefined
    const ids = idsAt(object, 'id')
    return [
      {
        addresses: textsAt(object, 'videoURL', 'downloadURL', 'downloadURLWithoutWatermark', 'coverURL'),
        names: ids,
        inAddress: ids,
        reading: readingAt(object, {
          prompt: ['desc'],
          modelName: ['modelName', 'modelID'],
          externalAssetId: ['id'],
          metadata: { width: ['width'], height: ['height'], durationSeconds: ['duration'] },
        }),
      },
    ]
  },
}

export default recipeScript(hailuo)
