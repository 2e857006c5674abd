import type { SavedSearch } from '@dailies/contract/saved-search.ts'
import { z } from 'zod'
import { givenId } from '../ids.ts'
import { cursor, limit, nextCursor, rest } from '../pages.ts'
import { quoted } from '../plain.ts'
import { isData } from '../shown.ts'
import { tool } from '../tool.ts'

const shownSearch = z.object({
  id: z.string(),
  name: z.string(),
  query: z.string(),
  project: z
    .object({ id: z.string(), name: z.string() })
    .nullable()
    .describe('With whose members it is shared; null: the user’s own'),
})

function toShown({ id, name, q, project }: SavedSearch): z.output<typeof shownSearch> {
  return { id, name, query: q, project: project && { id: project.id, name: project.name } }
}

export const listSavedSearches = tool({
  name: 'list_saved_searches',
  description: `Lists searches that were saved by the user or in their projects, the newest first: search_takes runs their query. ${isData}`,
  asks: ['listSavedSearches'],
  does: 'look',
  input: z.strictObject({ limit, cursor }),
  output: z.object({ searches: z.array(shownSearch), nextCursor }),
  run: async (page, { dailies, signal }) => {
    const { data, metadata } = await dailies.listSavedSearches(page, { signal })
    const searches = data.map(toShown)
    const lines = searches.map(({ id, name, query, project }) => {
      const whose = project ? `shared with ${quoted(project.name, 100)}` : 'own'
      return `- ${id}: ${quoted(name, 100)}, ${whose}, query ${JSON.stringify(query)}`
    })
    const text = lines.length === 0 ? 'No search is saved.' : lines.join('\n')
    return { text: text + rest(metadata), structured: { searches, nextCursor: metadata.nextCursor } }
  },
})

export const saveSearch = tool({
  name: 'save_search',
  description: 'Keeps a query of search_takes by a name, for the user; with projectId, for its members.',
  asks: ['createSavedSearch'],
  does: 'add',
  input: z.strictObject({
    name: z.string().max(100),
    query: z.string().max(500),
    projectId: givenId.optional(),
  }),
  output: shownSearch,
  run: async ({ query, ...given }, { dailies, signal }) => {
    const { data } = await dailies.createSavedSearch({ ...given, q: query }, { signal })
    return { text: `Saved: ${quoted(data.name, 100)}, ${data.id}.`, structured: toShown(data) }
  },
})

export const removeSavedSearch = tool({
  name: 'remove_saved_search',
  description: 'Removes it for everybody who sees it. Only where the user asked for it.',
  asks: ['deleteSavedSearch'],
  does: 'set',
  input: z.strictObject({ id: givenId }),
  output: shownSearch.pick({ id: true, name: true }),
  run: async ({ id }, { dailies, signal }) => {
    const { data } = await dailies.deleteSavedSearch({ id }, { signal })
    return { text: `Removed: ${quoted(data.name, 100)}.`, structured: { id: data.id, name: data.name } }
  },
})
