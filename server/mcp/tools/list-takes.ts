import { boardFilter, boardOrder } from '@dailies/contract/board.ts'
import { z } from 'zod'
import { givenId } from '../ids.ts'
import { cursor, limit, nextCursor, rest } from '../pages.ts'
import { isData, shownTake, takeLine, toShownTake } from '../shown.ts'
import { tool } from '../tool.ts'

const { assetType, status, platformKey, shotId, q } = boardFilter.shape

export const listTakes = tool({
  name: 'list_takes',
  title: 'List or search the takes of a scene',
  description: `Lists asset versions (takes) of a scene, filtered and sorted, the newest first. ${isData}`,
  asks: ['browseAssets'],
  does: 'look',
  input: z.strictObject({
    sceneDbId: givenId.describe('From find_scene: its own id, not its number'),
    shotId: shotId.describe('From list_shots; "none" for those without a shot'),
    assetType,
    status,
    platformKey: platformKey.describe('Such as "runway"'),
    selected: z.boolean().optional().describe('true: winners alone; false: all but them'),
    query: q.describe('Text in the prompt or title, in any case'),
    sort: boardOrder.default('newest'),
    limit,
    cursor,
  }),
  output: z.object({
    takes: z.array(shownTake),
    total: z.int().nullable().describe('How many there are in all: on the first page, null on others'),
    nextCursor,
  }),
  run: async ({ sceneDbId, query, selected, ...filter }, { dailies, signal }) => {
    const asked = {
      id: sceneDbId,
      q: query,
      selected: selected === undefined ? undefined : (`${selected}` as const),
    }
    const { data, metadata } = await dailies.browseAssets({ ...filter, ...asked }, { signal })
    const { total, nextCursor } = metadata
    const takes = data.map(toShownTake)
    const head = total === null ? '' : `${takes.length} of ${total} takes:\n`
    const text = takes.length === 0 ? 'There is no such take.' : head + takes.map(takeLine).join('\n')
    return { text: text + rest(metadata), structured: { takes, total, nextCursor } }
  },
})
