import { z } from 'zod'
import { myRole } from './member.ts'
import { mostNew } from './saved-search-limits.ts'
import { longestSearch } from './search.ts'
import { id, requiredText, timestamp, trimmedText } from './text.ts'
import { was } from './was.ts'

const name = trimmedText(100)
const q = requiredText(longestSearch)
  .regex(/\S/, 'Required')
  .meta({ description: 'As `q` of GET /api/search', examples: ['model:veo rights:unknown'] })

/** A search of all takes that is kept by a name: one's own, or shared with a project. docs/search.md, "Saved searches" */
export const savedSearch = z
  .object({
    id: z.string(),
    name: z.string(),
    q: z.string(),
    project: z
      .object({ id: z.string(), name: z.string(), role: myRole })
      .nullable()
      .meta({ description: 'With whose members it is shared; null: it is one’s own' }),
    createdBy: z.object({ id: z.string(), name: z.string() }).nullable(),
    pin: z.int().min(1).nullable().meta({
      description: 'Its place among those that one has pinned, greater than that of the one before',
    }),
    seenAt: timestamp.nullable().meta({ description: 'When one opened it last' }),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'SavedSearch' })

/** The body of POST saved-searches. */
export const newSavedSearch = z
  .object({
    name,
    q,
    projectId: id.nullish().meta({ description: 'To share it with the members of the project' }),
  })
  .meta({ id: 'NewSavedSearch' })

/** A missing field stays as it is. */
export const savedSearchUpdate = z
  .object({
    name,
    q,
    projectId: id.nullable().meta({
      description: 'With whose members it is shared from now on; null: whoever made it has it for themself',
    }),
  })
  .partial()
  .extend({
    was: was(savedSearch.pick({ name: true, q: true }).extend({ projectId: z.string().nullable() })),
  })
  .meta({ id: 'SavedSearchUpdate' })

/** The body of PUT pin. */
export const savedSearchPin = z
  .object({
    beforeId: id.nullish().meta({
      description:
        'The pinned search that comes behind it; without it, or where that is pinned no more, it is the last',
    }),
  })
  .meta({ id: 'SavedSearchPin' })

/** How much is new in a saved search. */
export const newInSavedSearch = z
  .object({
    id: z.string().meta({ description: 'Of the saved search' }),
    count: z
      .int()
      .min(0)
      .max(mostNew)
      .meta({ description: `Takes; ${mostNew} where there are so many or more` }),
  })
  .meta({ id: 'NewInSavedSearch' })

export type SavedSearch = z.output<typeof savedSearch>
export type NewSavedSearch = z.output<typeof newSavedSearch>
export type SavedSearchUpdate = z.output<typeof savedSearchUpdate>
export type NewInSavedSearch = z.output<typeof newInSavedSearch>
