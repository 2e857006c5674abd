import { z } from 'zod'
import { all, type Endpoint, limit, one, page } from './endpoint.ts'
import { projectTag, tagChangeAnswer, tagChangeRequest, tagColor, tagColorUpdate } from './project-tag.ts'
import { longestTag } from './tag.ts'
import { id, text } from './text.ts'

const ofProject = z.object({ id: id.meta({ description: 'Of the project' }) })

const tag = 'Assets'
const errors = [400, 401, 404] as const

/** The tags of a project's asset versions. docs/tags.md */
export const tagEndpoints = {
  listTags: {
    method: 'GET',
    path: '/api/projects/{id}/tags',
    tag,
    permission: 'read',
    role: 'viewer',
    summary: 'List the tags of a project, with how many asset versions have each',
    description:
      'Those that asset versions have, and those that have a colour. Counted anew for each page, in all asset versions of the project.',
    params: ofProject,
    query: z.object({
      q: text(longestTag).optional().meta({ description: 'Only those that have this in them, in any case' }),
      name: text(longestTag).optional().meta({ description: 'Only this one, letter by letter' }),
      sort: z
        .enum(['name', 'count'])
        .default('name')
        .meta({ description: 'count: those that most asset versions have come first' }),
      cursor: text(longestTag + 20)
        .regex(/^\d{1,15} /, 'Must be the nextCursor of another page of this list')
        .optional()
        .meta({ description: '`metadata.nextCursor` of the page before' }),
      limit,
    }),
    reply: page(projectTag),
    errors,
  },
  listTagColors: {
    method: 'GET',
    path: '/api/projects/{id}/tag-colors',
    tag,
    permission: 'read',
    role: 'viewer',
    summary: 'List the tags of a project that have a colour',
    description: 'All of them, by name, without counting anything.',
    params: ofProject,
    reply: all(tagColor),
    errors,
  },
  setTagColor: {
    method: 'PUT',
    path: '/api/projects/{id}/tag-colors',
    tag,
    permission: 'production',
    role: 'editor',
    summary: 'Give a tag of a project a colour, or take it away',
    params: ofProject,
    body: tagColorUpdate,
    reply: one(tagColor),
    errors,
  },
  changeTags: {
    method: 'POST',
    path: '/api/projects/{id}/tag-changes',
    tag,
    permission: 'production',
    role: 'editor',
    summary: 'Rename a tag of a project, merge several, or remove them, at 1,000 asset versions at once',
    description:
      'Each request changes 1,000 asset versions at most, in one transaction, as `changeAssets` with `addTags` and `removeTags` does, and can be undone as that. Ask again with the same body until `left` is 0: what is done is not done twice. The colour of the first of `from` that has one goes to `to` where that has none, and once none is left those of `from` lose theirs.',
    params: ofProject,
    body: tagChangeRequest,
    reply: one(tagChangeAnswer),
    errors,
  },
} as const satisfies Record<string, Endpoint>
