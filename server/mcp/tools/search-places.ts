import { type FoundPlace, foundPlace } from '@dailies/contract/search-places.ts'
import { z } from 'zod'
import { behind } from '../behind.ts'
import { limit } from '../pages.ts'
import { cut, quoted } from '../plain.ts'
import { isData } from '../shown.ts'
import { tool } from '../tool.ts'

/** Characters of a piece of a text. */
const listed = 300

const shownPlace = foundPlace
  .omit({ found: true })
  .extend({ found: z.array(z.string()).describe('Such as "storyBeat: …"') })

export const searchPlaces = tool({
  name: 'search_places',
  description: `Finds scenes and shots by words in number, sequence, story beat, shot code, description and note; lam*, "phrases", -exclusions, and filters project:, scene:, shot:. ${isData}`,
  asks: ['searchPlaces'],
  does: 'look',
  input: z.strictObject({
    query: z.string().min(1).max(500).describe('Such as: lighthouse project:tide'),
    limit,
  }),
  output: z.object({ places: z.array(shownPlace) }),
  run: async ({ query, limit }, { dailies, signal }) => {
    const { data, metadata } = await dailies.searchPlaces({ q: query, limit }, { signal })
    const places = data.map(({ found, ...place }) => ({
      ...place,
      found: found.map(({ field, text }) => `${field}: ${cut(text, listed)}`),
    }))
    const text = data.length === 0 ? 'No scene or shot was found.' : data.map(placeLine).join('\n')
    return { text: text + behind(metadata), structured: { places } }
  },
})

function placeLine({ project, scene, shot, found: [first] }: FoundPlace): string {
  const number = `scene ${quoted(scene.sceneId, 50)}`
  const what = shot ? `Shot ${quoted(shot.shotCode, 50)} (${shot.id}) of ${number}` : `S${number.slice(1)}`
  const said = first === undefined ? '' : `: ${quoted(first.text, 120)}`
  return `${what} (${scene.id}) of ${quoted(project.name, 100)}${said}`
}
