import { boardFilter, boardOrder } from '@dailies/contract/board.ts'
import { z } from 'zod'
import { givenId } from '../ids.ts'
import { cursor, limit, nextCursor, rest } from '../pages.ts'
import { isData, shownTake, takeLine, toShownTake } from '../shown.ts'
import { tool } from '../tool.ts'

const { assetType, status, platformKey, shotId, mark, stars, filmStars, q } = boardFilter.shape

export const listTakes = tool({
  name: 'list_takes',
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
    mark: mark.describe('Flag: of the user, or of the film'),
    stars: stars.describe('Of the user, so many or more'),
    filmStars: filmStars.describe('Of the film'),
    seen: z.boolean().optional().describe('Whether the user looked at it'),
    query: q.describe('Text in the prompt or title, in any case'),
    sort: boardOrder
      .default('newest')
      .describe('costliest: by cost, slowest: by generation time; what has none comes last'),
    limit,
    cursor,
  }),
  output: z.object({
    takes: z.array(shownTake),
    total: z.int().nullable().describe('How many there are in all: on the first page, null on others'),
    nextCursor,
  }),
  run: async ({ sceneDbId, query, selected, seen, ...filter }, { dailies, signal }) => {
    const asked = {
      id: sceneDbId,
      q: query,
      selected: inWords(selected),
      seen: inWords(seen),
    }
    const { data, metadata } = await dailies.browseAssets({ ...filter, ...asked }, { signal })
    const { total, nextCursor } = metadata
    const takes = data.map(toShownTake)
    const head = total === null ? '' : `${takes.length} of ${total} takes:\n`
    const text =
      takes.length === 0
        ? 'There is no such take.'
        : head + takes.map((take) => takeLine(take) + marksOf(take)).join('\n')
    return { text: text + rest(metadata), structured: { takes, total, nextCursor } }
  },
})

function inWords(yes: boolean | undefined): 'true' | 'false' | undefined {
  return yes === undefined ? undefined : yes ? 'true' : 'false'
}

/** What the user and the film made of it, where that is anything. */
function marksOf({ marks: { mine, film } }: z.output<typeof shownTake>): string {
  const told = [
    ...(mine.seen ? [] : ['not looked at']),
    ...markWords(mine, 'by the user'),
    ...markWords(film, 'for the film'),
  ]
  return told.length === 0 ? '' : `; ${told.join(', ')}`
}

function markWords({ flag, stars }: { flag: string; stars: number }, whose: string): string[] {
  return [
    ...(flag === 'none' ? [] : [`${flag} ${whose}`]),
    ...(stars === 0 ? [] : [`${stars} stars ${whose}`]),
  ]
}
