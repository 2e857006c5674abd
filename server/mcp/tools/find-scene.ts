import { z } from 'zod'
import { givenId } from '../ids.ts'
import { scenesOf } from '../scenes.ts'
import { isData, sceneLine, shownScene, toShownScene } from '../shown.ts'
import { tool } from '../tool.ts'

/** Where no project is named, so many that were worked on last are looked through. */
const mostProjects = 5

export const findScene = tool({
  name: 'find_scene',
  description: `Finds scenes by number, words of the story beat, or the name of the sequence, the best match first. Without projectId it looks through the ${mostProjects} projects updated last. ${isData}`,
  asks: ['browseScenes', 'readProject', 'browseProjects'],
  does: 'look',
  input: z.strictObject({
    projectId: givenId.optional().describe('From list_projects'),
    query: z.string().max(200).default('').describe('Such as "012A" or "lamp goes out"; empty finds all'),
    limit: z.int('Must be a whole number').min(1).max(50).default(10),
  }),
  output: z.object({
    scenes: z.array(shownScene),
    found: z.int().describe('How many match, of those that were looked through'),
    isComplete: z.boolean().describe('Whether all scenes were looked through'),
  }),
  run: async ({ projectId, query, limit }, { dailies, signal }) => {
    const projects =
      projectId === undefined
        ? (await dailies.browseProjects({ limit: mostProjects }, { signal })).data
        : [(await dailies.readProject({ id: projectId }, { signal })).data]
    const fitting: { score: number; scene: z.output<typeof shownScene> }[] = []
    let isComplete = true
    for (const project of projects) {
      const { scenes, isWhole } = await scenesOf(dailies, project.id, signal)
      isComplete &&= isWhole
      for (const scene of scenes) {
        const score = scoreOf(scene, query)
        if (score > 0) fitting.push({ score, scene: toShownScene(scene, project) })
      }
    }
    // Stable: of the same score in story order.
    fitting.sort((one, other) => other.score - one.score)
    const scenes = fitting.slice(0, limit).map(({ scene }) => scene)
    const lines = scenes.map(sceneLine)
    if (lines.length === 0) lines.push('No scene matches. Try other words, or name the project.')
    if (fitting.length > limit)
      lines.push(`${fitting.length} match, these are ${limit}: say more, or raise limit.`)
    if (!isComplete)
      lines.push('There are more scenes than were looked through: ask for the number as it is.')
    return { text: lines.join('\n'), structured: { scenes, found: fitting.length, isComplete } }
  },
})

interface Told {
  sceneId: string
  storyBeat: string | null
  macroScene: string | null
}

/** 0 where it does not match. The number as it is counts most, then its beginning, then in how many places the words are. */
function scoreOf({ sceneId, storyBeat, macroScene }: Told, query: string): number {
  const asked = folded(query.replace(/^\s*(scene|sc\.?)\s+(?=\S*\d)/i, ''))
  if (asked === '') return 1
  const number = folded(sceneId)
  if (number === asked || withoutZeros(number) === withoutZeros(asked)) return 100
  if (number.startsWith(asked)) return 50
  const [beat, name] = [folded(storyBeat ?? ''), folded(macroScene ?? '')]
  if (beat.includes(asked) || name.includes(asked)) return 20
  const words = asked.split(' ')
  return words.every((word) => beat.includes(word) || name.includes(word) || number === word) ? 10 : 0
}

/** As people compare: without case, accents and further spaces. */
function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim()
}

function withoutZeros(number: string): string {
  return number.replace(/^0+(?=.)/, '')
}
