import type { SavedSearch } from '@dailies/contract/saved-search.ts'
import { z } from 'zod'
import { CannotDo } from '../cannot-do.ts'
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
    .describe('Shared with its members; null: the user’s own'),
  pinned: z.boolean(),
})

function toShown({ id, name, q, project, pin }: SavedSearch): z.output<typeof shownSearch> {
  const shared = project && { id: project.id, name: project.name }
  return { id, name, query: q, project: shared, pinned: pin !== null }
}

function described({ name, query, project, pinned }: z.output<typeof shownSearch>): string {
  const whose = project ? `shared with ${quoted(project.name, 100)}` : 'own'
  return `${quoted(name, 100)}, ${whose}, ${pinned ? 'pinned' : 'not pinned'}, query ${JSON.stringify(query)}`
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
    const lines = searches.map((search) => `- ${search.id}: ${described(search)}`)
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

function isUpdate(update: object): boolean {
  return Object.values(update).some((value) => value !== undefined)
}

export const changeSavedSearch = tool({
  name: 'change_saved_search',
  description:
    'Renames it or changes its query, for everybody who sees it; shares it with the members of projectId, or makes it the user’s own (null); pins it for the user, as the last, or unpins it.',
  asks: ['updateSavedSearch', 'pinSavedSearch', 'unpinSavedSearch'],
  asksFor: ({ pinned, ...update }) => {
    if (isUpdate(update)) return 'updateSavedSearch'
    return pinned === false ? 'unpinSavedSearch' : 'pinSavedSearch'
  },
  does: 'set',
  input: z.strictObject({
    id: givenId,
    name: z.string().max(100).optional(),
    query: z.string().max(500).optional(),
    projectId: givenId.nullable().optional(),
    pinned: z.boolean().optional(),
  }),
  output: shownSearch,
  run: async ({ id, pinned, ...update }, { dailies, signal }) => {
    const isUpdated = isUpdate(update)
    if (!isUpdated && pinned === undefined) throw new CannotDo('Give name, query, projectId or pinned.')
    const { query: q, ...rest } = update
    // What may be refused for its text, or because others may not change it, comes first: then nothing is done.
    const updated = isUpdated && (await dailies.updateSavedSearch({ id, q, ...rest }, { signal }))
    const pin = pinned ? dailies.pinSavedSearch : dailies.unpinSavedSearch
    // One that is pinned keeps its place.
    const isAsWanted = updated && (pinned === undefined || pinned === (updated.data.pin !== null))
    const { data } = isAsWanted ? updated : await pin({ id }, { signal })
    const structured = toShown(data)
    return { text: `${described(structured)}.`, structured }
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
