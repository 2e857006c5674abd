import { updatedAssetVersion } from '@dailies/contract/asset-version.ts'
import { z } from 'zod'
import { givenId } from '../ids.ts'
import { tool, type Work } from '../tool.ts'

const input = z.strictObject({ id: givenId.describe('Of the take, from list_takes') })
const output = updatedAssetVersion.pick({ id: true, status: true, selected: true, shotId: true })

async function select(id: string, selected: boolean, { dailies, signal }: Work) {
  const { data } = await dailies.selectAsset({ id, selected }, { signal })
  const now = `${data.id} is ${data.status}${data.selected ? ' and the winner' : ', not the winner'}.`
  return { text: now, structured: output.parse(data) }
}

export const selectTake = tool({
  name: 'select_take',
  title: 'Make a take the winner',
  description:
    'Makes a take the winner of its scene, shot and type; the winner before it is none any more. Everybody in the project sees it: only where the user asked for it.',
  asks: ['selectAsset'],
  does: 'set',
  input,
  output,
  run: ({ id }, work) => select(id, true, work),
})

export const unselectTake = tool({
  name: 'unselect_take',
  description:
    'Makes a SELECTED take GENERATED again, so that its shot has no winner. APPROVED and FINAL ones stay.',
  asks: ['selectAsset'],
  does: 'set',
  input,
  output,
  run: ({ id }, work) => select(id, false, work),
})
