import { z } from 'zod'
import { givenId } from '../ids.ts'
import { quoted } from '../plain.ts'
import { isData, takeLine } from '../shown.ts'
import { tool } from '../tool.ts'
import { readTake, type WholeTake, wholeTake } from '../whole-take.ts'

export const getTake = tool({
  name: 'get_take',
  description: `Tells all of a take: prompt, model, settings, lineage, cost, media; and shows its picture where it is kept. ${isData}`,
  asks: ['readAsset', 'readLineage'],
  does: 'look',
  input: z.strictObject({
    id: givenId.describe('Of the take, from list_takes'),
    picture: z.boolean().default(true).describe('Whether to show it'),
  }),
  output: wholeTake,
  run: async ({ id, picture }, work) => {
    const take = await readTake(work, id, work.signal)
    const shown = picture && take.media ? await work.picture(take.id, 'large', work.signal) : undefined
    return { text: textOf(take, shown !== undefined), structured: take, pictures: [shown] }
  },
})

function textOf(take: WholeTake, isShown: boolean): string {
  const { scene, shot, project, modelName, metadata, costEstimateUsd, media, madeFrom, madeOfIt } = take
  const lines = [
    takeLine(take),
    `In ${quoted(project.name, 200)}, scene ${quoted(scene.sceneId, 50)}${shot ? `, shot ${quoted(shot.shotCode, 100)}` : ''}.`,
    `Prompt: ${quoted(take.prompt, 2000)}`,
  ]
  if (modelName) lines.push(`Model: ${quoted(modelName, 500)}`)
  if (metadata) lines.push(`Settings: ${quoted(metadata, 1000)}`)
  if (costEstimateUsd !== null) lines.push(`Cost: ${costEstimateUsd} USD`)
  if (madeFrom.length > 0) lines.push(`Made from: ${madeFrom.map(({ id }) => id).join(' → ')}`)
  if (madeOfIt.length > 0) lines.push(`Made of it: ${madeOfIt.map(({ id }) => id).join(', ')}`)
  lines.push(
    media ? `Media: ${media.state}${isShown ? '' : ', no picture to show'}` : 'Media: none were captured',
  )
  if (take.cut.length > 0)
    lines.push(`Longer than shown here: ${take.cut.join(', ')}. read_text has all of them.`)
  return lines.join('\n')
}
