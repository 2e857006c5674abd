import { numeric, textOf, told } from '@dailies/reading/values.ts'
import { idsAt, type Recipe } from './recipe.ts'
import { recipeScript } from './script.ts'

export const midjourney: Recipe = {
  platform: 'midjourney',
  checked: '2026-11-22',
  source: 'JuyeongYi/PythonMidjourneyAPIClient, fetch_intercept.js and midjourney_api/models.py',
  takes(object) {
    const command = textOf(object.full_command)
    const ids = idsAt(object, 'id')
    if (!command || ids.length === 0) return undefined
    // Its page makes the addresses of the id: cdn.midjourney.com/ID/0_1.png
    return [{ names: ids, inAddress: ids, reading: { ...readingOf(command), externalAssetId: ids[0]! } }]
  },
}

/** `a red barn --ar 16:9 --no people --v 7` */
function readingOf(command: string) {
  const [prompt = '', ...given] = command.split(/\s+(?=--[a-z])/i)
  const value = (...names: string[]) => {
    const found = given.find((parameter) => names.some((name) => parameter.startsWith(`--${name} `)))
    return textOf(found?.replace(/^--\S+\s+/, ''))
  }
  const [version, niji, seed] = [value('v', 'version'), value('niji'), value('seed')]
  return told({
    prompt: textOf(prompt),
    negativePrompt: value('no'),
    modelName: niji ? `Niji ${niji}` : version && `Midjourney v${version}`,
    metadata: told({
      seed: seed && numeric(seed),
      aspectRatio: value('ar', 'aspect'),
      parameters: given.join(' '),
    }),
  })
}

export default recipeScript(midjourney)
