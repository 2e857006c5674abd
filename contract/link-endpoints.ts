import { z } from 'zod'
import { cursor, type Endpoint, limit, one, page } from './endpoint.ts'
import { link, linkChange, linkGuest, linkUpdate, linkWithSecret, newLink } from './link.ts'
import { id } from './text.ts'

const ofProject = z.object({ id: id.meta({ description: 'Of the project' }) })
const ofLink = ofProject.extend({ linkId: id })

const common = { tag: 'Links', permission: 'review', role: 'editor' } as const

/** Review links, for members. docs/links.md */
export const linkEndpoints = {
  listLinks: {
    method: 'GET',
    path: '/api/projects/{id}/links',
    ...common,
    summary: 'List the review links of a project',
    description: 'The newest first, those that ended too.',
    params: ofProject,
    query: z.object({ cursor, limit }),
    reply: page(link),
    errors: [400, 401, 404],
  },
  createLink: {
    method: 'POST',
    path: '/api/projects/{id}/links',
    ...common,
    summary: 'Make a review link',
    description:
      'Guests may only look, unless it says otherwise. The answer holds the secret of its address, `/r/` and the secret: the only time that it is shown. At most 200 live links a project.',
    params: ofProject,
    body: newLink,
    status: 201,
    reply: one(linkWithSecret),
    errors: [400, 401, 404, 429],
  },
  updateLink: {
    method: 'PATCH',
    path: '/api/projects/{id}/links/{linkId}',
    ...common,
    summary: 'Change what a review link may, or how long it lasts',
    description:
      'Counts from the next request of a guest on. One that is expired lives again with a later end; one that was revoked stays so (400).',
    params: ofLink,
    body: linkUpdate,
    reply: one(link),
    errors: [400, 401, 404, 429],
  },
  revokeLink: {
    method: 'DELETE',
    path: '/api/projects/{id}/links/{linkId}',
    ...common,
    summary: 'Revoke a review link',
    description: 'At once, for everybody who is in by it too. It stays in the list.',
    params: ofLink,
    reply: one(link),
    errors: [400, 401, 404],
  },
  listLinkGuests: {
    method: 'GET',
    path: '/api/projects/{id}/links/{linkId}/guests',
    ...common,
    summary: 'List who entered by a review link',
    description: 'The newest first.',
    params: ofLink,
    query: z.object({ cursor, limit }),
    reply: page(linkGuest),
    errors: [400, 401, 404],
  },
  listLinkChanges: {
    method: 'GET',
    path: '/api/projects/{id}/links/changes',
    ...common,
    summary: 'List who made, changed and revoked review links',
    description: 'The newest first.',
    params: ofProject,
    query: z.object({ cursor, limit }),
    reply: page(linkChange),
    errors: [400, 401, 404],
  },
} as const satisfies Record<string, Endpoint>
