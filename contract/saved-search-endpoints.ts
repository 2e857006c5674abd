import { z } from 'zod'
import { all, cursor, type Endpoint, limit, one, page } from './endpoint.ts'
import {
  newInSavedSearch,
  newSavedSearch,
  savedSearch,
  savedSearchPin,
  savedSearchUpdate,
} from './saved-search.ts'
import { mostNew, mostPinned, mostSavedSearches } from './saved-search-limits.ts'
import { isPartial } from './search.ts'
import { id } from './text.ts'

const ofSearch = z.object({ id: id.meta({ description: 'Of the saved search' }) })

const tag = 'Assets'
const errors = [400, 401, 404] as const
const look = { tag, permission: 'read', role: 'viewer', errors } as const
const write = { tag, permission: 'review', role: 'editor', errors } as const
const mine = { tag, permission: 'review', role: 'viewer', errors } as const

/** Searches that are kept by a name. docs/search.md, "Saved searches" */
export const savedSearchEndpoints = {
  listSavedSearches: {
    tag,
    method: 'GET',
    path: '/api/saved-searches',
    permission: 'read',
    summary: 'List the saved searches that one sees: one’s own, and those of one’s projects',
    description: 'The newest first.',
    query: z.object({
      pinned: z
        .enum(['true'], 'Must be true')
        .optional()
        .meta({ description: 'Only those that one has pinned, all of them, in their order' }),
      cursor,
      limit,
    }),
    reply: page(savedSearch),
    errors: [400, 401],
  },
  createSavedSearch: {
    ...write,
    method: 'POST',
    path: '/api/saved-searches',
    summary: 'Save a search',
    description: `One’s own, which nobody else sees, or of a project, which its editors may do. A user has at most ${mostSavedSearches} of their own, and a project as many.`,
    body: newSavedSearch,
    status: 201,
    reply: one(savedSearch),
    errors: [...errors, 403],
  },
  countNewInSavedSearches: {
    tag,
    method: 'GET',
    path: '/api/saved-searches/new',
    permission: 'read',
    summary: 'Tell how many takes are new in the saved searches that one has pinned',
    description: `Of each, those that one may see, that it finds, and that were captured since one opened it last: ${mostNew} at most.`,
    query: z.object({ partial: isPartial }),
    reply: all(newInSavedSearch),
    errors: [400, 401],
  },
  readSavedSearch: {
    ...look,
    method: 'GET',
    path: '/api/saved-searches/{id}',
    summary: 'Read a saved search',
    params: ofSearch,
    reply: one(savedSearch),
  },
  updateSavedSearch: {
    ...write,
    method: 'PATCH',
    path: '/api/saved-searches/{id}',
    summary: 'Rename a saved search, change what it looks for, or who sees it',
    description:
      'One’s own; of a project, its editors and whoever made it. Who sees it changes whoever made it alone, to a project that they edit or to themself.',
    params: ofSearch,
    body: savedSearchUpdate,
    reply: one(savedSearch),
    errors: [...errors, 403, 409],
  },
  deleteSavedSearch: {
    ...write,
    method: 'DELETE',
    path: '/api/saved-searches/{id}',
    summary: 'Delete a saved search',
    description: 'Who may change it may delete it, for everybody who sees it. Returns it as it was.',
    params: ofSearch,
    reply: one(savedSearch),
    errors: [...errors, 403],
  },
  pinSavedSearch: {
    ...mine,
    method: 'PUT',
    path: '/api/saved-searches/{id}/pin',
    summary: 'Pin a saved search for oneself, or move it among those that one has pinned',
    description: `${mostPinned} at most. What is new in it is counted from then on, unless one opened it before.`,
    params: ofSearch,
    body: savedSearchPin,
    reply: one(savedSearch),
  },
  unpinSavedSearch: {
    ...mine,
    method: 'DELETE',
    path: '/api/saved-searches/{id}/pin',
    summary: 'Unpin a saved search',
    params: ofSearch,
    reply: one(savedSearch),
  },
  seeSavedSearch: {
    ...mine,
    method: 'PUT',
    path: '/api/saved-searches/{id}/seen',
    summary: 'Say that one has opened a saved search: what is new in it is counted from now on',
    params: ofSearch,
    reply: one(savedSearch),
  },
} as const satisfies Record<string, Endpoint>
