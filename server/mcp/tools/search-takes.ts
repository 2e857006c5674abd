import { type SearchHit, searchHit, searchOrder } from '@dailies/contract/search.ts'
import { z } from 'zod'
import { behind } from '../behind.ts'
import { CannotDo } from '../cannot-do.ts'
import { type GivenPicture, lookOfPicture, pictureInput } from '../look-of-picture.ts'
import { cursor, limit, nextCursor, rest } from '../pages.ts'
import { cut, quoted } from '../plain.ts'
import { isData, shownTake, takeLine, toShownTake } from '../shown.ts'
import { tool, type Work } from '../tool.ts'

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

/** What it is to look like: one of them. */
interface Models extends GivenPicture {
  like: string | undefined
}

export const searchTakes = tool({
  name: 'search_takes',
  description: `Finds takes by what looks like one (\`like\`) or like a picture (\`file\`, \`fileBase64\`), by words in prompts, titles, notes, tags, comments, models, platforms and file names. Also lam*, "phrases", -exclusions, and filters name:value of project, scene, shot, type, platform, model, status, rights, tag, by, before, after, on, cost, length, size, is, has. ${isData}`,
  asks: ['search', 'searchAlike'],
  does: 'look',
  input: z.strictObject({
    query: z
      .string()
      .max(500)
      .default('')
      .describe('Such as: lamp rain -neon model:veo rights:unknown is:winner'),
    like: z.string().optional().describe('Id of a take'),
    ...pictureInput,
    sort: searchOrder.default('best').describe('best: what fits best first'),
    limit,
    cursor,
  }),
  output: z.object({ takes: z.array(foundTake), nextCursor }),
  run: async ({ query, like, file, fileBase64, ...asked }, work) => {
    const { dailies, signal } = work
    const models = { like, file, fileBase64 }
    const given = Object.values(models).filter((one) => one !== undefined).length
    if (given > 1) throw new CannotDo('Give one of `like`, `file` and `fileBase64`.')
    if (given === 1) return await searchAlike({ ...models, q: query, limit: asked.limit }, work)
    if (query === '')
      throw new CannotDo('Give `query`, or what it is to look like: `like`, `file`, `fileBase64`.')
    const { data, metadata } = await dailies.search({ ...asked, q: query }, { signal })
    const takes = data.map(toFoundTake)
    const text = takes.length === 0 ? 'No take was found.' : takes.map(foundLine).join('\n')
    return {
      text: text + rest(metadata) + behind(metadata),
      structured: { takes, nextCursor: metadata.nextCursor },
    }
  },
})

async function searchAlike(
  { like, q, limit, ...picture }: Models & { q: string; limit: number },
  work: Work,
) {
  const { dailies, signal } = work
  const to = like === undefined ? { look: await lookOfPicture(picture, work) } : { assetVersionId: like }
  const { data, metadata } = await dailies.searchAlike({ ...to, q, limit }, { signal })
  if (metadata.look === null)
    throw new CannotDo('No picture is known of this take yet, or it has nothing to be told apart by.')
  const takes = data.map(({ distance, ...hit }) => ({
    ...toFoundTake({ ...hit, found: [] }),
    found: [`looks: ${distance} of 64 bits differ`],
  }))
  const text = takes.length === 0 ? 'Nothing looks like it.' : takes.map(foundLine).join('\n')
  return { text, structured: { takes, nextCursor: null } }
}

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
