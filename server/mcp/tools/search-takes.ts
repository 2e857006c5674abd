import { type SearchHit, searchHit, searchOrder } from '@dailies/contract/search.ts'
import { z } from 'zod'
import { behind } from '../behind.ts'
import { cursor, limit, nextCursor, rest } from '../pages.ts'
import { cut, quoted } from '../plain.ts'
import { isData, shownTake, takeLine, toShownTake } from '../shown.ts'
import { tool } from '../tool.ts'

/** Characters of a piece of a text. */
const listed = 300

const foundTake = shownTake
  .omit({ shotId: true, costEstimateUsd: true, generationSeconds: true, createdByName: true })
  .omit({ compareGroup: true, media: true, marks: true })
  .extend({
    ...searchHit.pick({ project: true, scene: true, shot: true }).shape,
    found: z.array(z.string()).describe('Pieces of the texts in which something was found: "notes: …"'),
  })

type FoundTake = z.output<typeof foundTake>

export const searchTakes = tool({
  name: 'search_takes',
  description: `Finds takes by words in prompts, titles, notes, tags, comments, models, platforms and file names. Also lam*, "phrases", -exclusions, and filters name:value of project, scene, shot, type, platform, model, status, rights, tag, by, before, after, on, cost, length, size, is, has. ${isData}`,
  asks: ['search'],
  does: 'look',
  input: z.strictObject({
    query: z.string().min(1).max(500).describe('Such as: lamp rain -neon model:veo rights:unknown is:winner'),
    sort: searchOrder.default('best').describe('best: what fits best first'),
    limit,
    cursor,
  }),
  output: z.object({ takes: z.array(foundTake), nextCursor }),
  run: async ({ query, ...asked }, { dailies, signal }) => {
    const { data, metadata } = await dailies.search({ ...asked, q: query }, { signal })
    const takes = data.map(toFoundTake)
    const text = takes.length === 0 ? 'No take was found.' : takes.map(foundLine).join('\n')
    return {
      text: text + rest(metadata) + behind(metadata),
      structured: { takes, nextCursor: metadata.nextCursor },
    }
  },
})

function toFoundTake(hit: SearchHit): FoundTake {
  return foundTake.parse({
    ...hit,
    ...toShownTake(hit),
    found: hit.found.map(({ field, text }) => `${field}: ${cut(text, listed)}`),
  })
}

function foundLine(take: FoundTake): string {
  const { project, scene, shot, found } = take
  const where = `scene ${quoted(scene.sceneId, 50)}${shot ? `, shot ${quoted(shot.shotCode, 50)}` : ''}`
  const what = found[0] === undefined ? '' : `; found in ${quoted(found[0], 120)}`
  return `${takeLine(take)}, in ${where} of ${quoted(project.name, 100)}${what}`
}
