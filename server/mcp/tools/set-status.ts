import { assetStatus, updatedAssetVersion } from '@dailies/contract/asset-version.ts'
import { z } from 'zod'
import { givenId } from '../ids.ts'
import { tool } from '../tool.ts'

const output = updatedAssetVersion.pick({ id: true, status: true, selected: true, shotId: true })

export const setStatus = tool({
  name: 'set_status',
  description:
    'One step on (DRAFT, GENERATED, SELECTED, APPROVED, FINAL), or back to any earlier one. SELECTED makes it the winner. Only where the user asked for it.',
  asks: ['changeStatus'],
  does: 'set',
  input: z.strictObject({ id: givenId.describe('Of the take, from list_takes'), status: assetStatus }),
  output,
  run: async ({ id, status }, { dailies, signal }) => {
    const { data } = await dailies.changeStatus({ id, status }, { signal })
    return { text: `${data.id} is ${data.status}.`, structured: output.parse(data) }
  },
})
